//@ check:
//@ expect: holds
//@ outputs: - | false | true

// Nobody mentions tryAcquire but as a text. Whoever sees the flag may ask before the permit is given back, or after it.
import java.util.concurrent.Semaphore;

public class PermitAskedForByReflection {
    static volatile boolean flag;
    static String seen = "-";

    public static void main(String[] args) throws Exception {
        Semaphore semaphore = new Semaphore(0);
        var method = Semaphore.class.getMethod("tryAcquire");
        Thread gives = new Thread(() -> {
            flag = true;
            semaphore.release();
        });
        Thread asks = new Thread(() -> {
            try {
                if (flag) {
                    seen = String.valueOf(method.invoke(semaphore));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        gives.start();
        asks.start();
        gives.join();
        asks.join();
        System.out.println(seen);
    }
}
