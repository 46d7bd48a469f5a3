//@ check: --search dfs --property races
//@ expect: race
// The write comes after the countDown.

import java.util.concurrent.CountDownLatch;

public class LatchTooEarly {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int value;

    /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
    interface Body {
        void run() throws Exception;
    }

    static Thread spawn(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = spawn(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        together(() -> {
            latch.countDown();
            value = 1;
        }, () -> {
            latch.await();
            value++;
        });
    }
}
