//@ check: --timeouts late
//@ expect: holds
//@ outputs: stopped
// A thread that polls for ever does not put a time-out off for ever.

import java.util.concurrent.*;

public class PollerBesideTimeOut {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!stop) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        poller.start();
        new CountDownLatch(1).await(5, TimeUnit.SECONDS);
        stop = true;
        poller.join();
        System.out.print("stopped");
    }
}
