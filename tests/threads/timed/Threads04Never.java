//@ check: --timeouts never
//@ expect: deadlock
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads04Never {
    static final CountDownLatch L0 = new CountDownLatch(1);
    static final CountDownLatch L1 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                System.out.print("a");
                boolean cameB = L1.await(300, MILLISECONDS);
                System.out.print(cameB ? "B" : "b");
                System.out.print("c");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                boolean cameD = L1.await(100, MILLISECONDS);
                System.out.print(cameD ? "D" : "d");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
