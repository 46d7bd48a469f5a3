//@ check: --timeouts late
//@ expect: holds
//@ outputs: deabc
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads02Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                boolean cameA = L0.await(40, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
                boolean cameB = L0.await(300, MILLISECONDS);
                System.out.print(cameB ? "B" : "b");
                boolean cameC = L0.await(100, MILLISECONDS);
                System.out.print(cameC ? "C" : "c");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                System.out.print("d");
                System.out.print("e");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
