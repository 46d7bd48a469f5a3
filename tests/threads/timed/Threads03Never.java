//@ check: --timeouts never
//@ expect: deadlock
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads03Never {
    static final CountDownLatch L0 = new CountDownLatch(1);
    static final CountDownLatch L1 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                boolean cameA = L1.await(100, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                System.out.print("b");
                System.out.print("c");
                boolean cameD = L1.await(10, MILLISECONDS);
                System.out.print(cameD ? "D" : "d");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                System.out.print("e");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
        t2.start();
    }
}
