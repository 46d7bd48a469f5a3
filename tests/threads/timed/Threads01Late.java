//@ check: --timeouts late
//@ expect: holds
//@ outputs: ABC | BAC | BCA
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads01Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                L0.countDown();
                boolean cameA = L0.await(300, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
                Thread.sleep(10);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                boolean cameB = L0.await(300, MILLISECONDS);
                System.out.print(cameB ? "B" : "b");
                boolean cameC = L0.await(300, MILLISECONDS);
                System.out.print(cameC ? "C" : "c");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
