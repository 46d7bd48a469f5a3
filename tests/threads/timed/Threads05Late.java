//@ check: --timeouts late
//@ expect: holds
//@ outputs: ab | ba
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads05Late {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                Thread.sleep(40);
                Thread.sleep(10);
                boolean cameA = L0.await(100, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                Thread.sleep(300);
                System.out.print("b");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
