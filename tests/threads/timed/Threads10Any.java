//@ check: --timeouts any
//@ expect: holds
//@ outputs: AB | BA | Ba | aB
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads10Any {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                boolean cameA = L0.await(15, MILLISECONDS);
                System.out.print(cameA ? "A" : "a");
                Thread.sleep(40);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                L0.countDown();
                boolean cameB = L0.await(10, MILLISECONDS);
                System.out.print(cameB ? "B" : "b");
                Thread.sleep(10);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
    }
}
