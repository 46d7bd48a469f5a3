import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Actions of a cleaner of the program's own, asked for and by the collector. */
public class Cleaners {
    private static final Cleaner CLEANER = Cleaner.create();

    public static void main(String[] args) throws Exception {
        Object kept = new Object();
        Cleaner.Cleanable cleanable = CLEANER.register(kept, () -> System.out.println("asked for"));
        cleanable.clean();
        cleanable.clean();
        CountDownLatch cleaned = new CountDownLatch(1);
        register(cleaned);
        boolean done = false;
        for (int i = 0; i < 1000 && !done; i++) {
            System.gc();
            done = cleaned.await(20, TimeUnit.MILLISECONDS);
        }
        System.out.println("by the collector: " + done);
    }

    private static void register(CountDownLatch cleaned) {
        CLEANER.register(new Object(), cleaned::countDown);
    }
}
