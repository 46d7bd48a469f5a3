//@ check: --timeouts never --property livelock
//@ expect: livelock
// Without time-outs the other spins for ever.

import java.util.concurrent.*;

public class SpinnerNever {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread spinner = new Thread(() -> {
            while (!stop) {
                Thread.onSpinWait();
            }
        });
        spinner.start();
        new CountDownLatch(1).await(5, TimeUnit.SECONDS);
        stop = true;
        spinner.join();
        System.out.print("stopped");
    }
}
