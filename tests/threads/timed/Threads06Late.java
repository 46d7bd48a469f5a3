//@ check: --timeouts late
//@ expect: holds
//@ outputs: A
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads06Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                Thread.sleep(15);
                boolean cameA = L0.await(15, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                L0.countDown();
                Thread.sleep(15);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                Thread.sleep(15);
                Thread.sleep(10);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
        t2.start();
    }
}
