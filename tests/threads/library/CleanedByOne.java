//@ outputs: main 0 | main 1 | other 1
//@ expect: holds
// What is to be cleaned is cleaned by whoever comes first, and once.
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

public class CleanedByOne {
    static volatile int begun;

    public static void main(String[] args) throws InterruptedException {
        Object kept = new Object();
        StringBuffer told = new StringBuffer();
        Cleaner.Cleanable cleanable = Cleaner.create()
                .register(kept, () -> told.append(Thread.currentThread().getName()).append(" ").append(begun));
        Thread other = new Thread(() -> {
            begun = 1;
            cleanable.clean();
        }, "other");
        other.start();
        cleanable.clean();
        other.join();
        System.out.println(told);
        Reference.reachabilityFence(kept);
    }
}
