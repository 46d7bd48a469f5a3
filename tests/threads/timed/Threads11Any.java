//@ check: --timeouts any
//@ expect: holds
//@ outputs: abcd | abdc | acbd | acdb | adbc | adcb | cabd | cadb | cdab | dabc | dacb | dcab
// Written by time.py, which found the outputs by trying everything.

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CountDownLatch;

public class Threads11Any {
    static final CountDownLatch L0 = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread t0 = new Thread(() -> {
            try {
                System.out.print("a");
                System.out.print("b");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t1 = new Thread(() -> {
            try {
                boolean cameC = L0.await(10, MILLISECONDS);
                System.out.print(cameC ? "C" : "c");
                Thread.sleep(10);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                boolean cameD = L0.await(10, MILLISECONDS);
                System.out.print(cameD ? "D" : "d");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t0.start();
        t1.start();
        t2.start();
    }
}
