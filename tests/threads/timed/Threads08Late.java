//@ check: --timeouts late
//@ expect: holds
//@ outputs: bca
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads08Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                boolean cameA = L0.await(100, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                System.out.print("b");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                boolean cameC = L0.await(10, MILLISECONDS);
                System.out.print(cameC ? "C" : "c");
                Thread.sleep(300);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
        t2.start();
    }
}
