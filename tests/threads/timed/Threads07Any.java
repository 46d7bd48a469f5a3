//@ check: --timeouts any
//@ expect: holds
//@ outputs: Ab | bA
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads07Any {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                Thread.sleep(100);
                L0.countDown();
                boolean cameA = L0.await(15, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                System.out.print("b");
                Thread.sleep(300);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
