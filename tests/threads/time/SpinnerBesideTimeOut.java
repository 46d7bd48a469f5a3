//@ check: --timeouts late
//@ expect: holds
//@ outputs: stopped
// A thread that spins does not put a time-out off for ever.

import java.util.concurrent.*;

public class SpinnerBesideTimeOut {
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
