//@ check: --timeouts late
//@ expect: holds
//@ outputs: AbcD | bAcD | bcAD | bcDA
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads09Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                L0.countDown();
                boolean cameA = L0.await(40, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                System.out.print("b");
                System.out.print("c");
                boolean cameD = L0.await(40, MILLISECONDS);
                System.out.print(cameD ? "D" : "d");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
