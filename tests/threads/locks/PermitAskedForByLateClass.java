//@ check:
//@ expect: holds
//@ outputs: - | false | true

// The only class that mentions tryAcquire is loaded when a thread first needs it, after the permit was given back. Whoever sees the flag
// may ask before that all the same.
import java.util.concurrent.Semaphore;

public class PermitAskedForByLateClass {
    static volatile boolean flag;
    static String seen = "-";

    static class Late {
        static String ask(Semaphore semaphore) {
            return String.valueOf(semaphore.tryAcquire());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        Thread gives = new Thread(() -> {
            flag = true;
            semaphore.release();
        });
        Thread asks = new Thread(() -> {
            if (flag) {
                seen = Late.ask(semaphore);
            }
        });
        gives.start();
        asks.start();
        gives.join();
        asks.join();
        System.out.println(seen);
    }
}
