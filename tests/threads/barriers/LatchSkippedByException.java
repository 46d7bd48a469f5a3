//@ check: --search dfs
//@ expect: deadlock
// A worker catches its exception but skips countDown: main waits for ever.

import java.util.concurrent.CountDownLatch;

public class LatchSkippedByException {
    static final CountDownLatch done = new CountDownLatch(1);
    static int divisor;

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

    public static void main(String[] args) throws Exception {
        spawn(() -> {
            try {
                int quotient = 1 / divisor;
                done.countDown();
            } catch (ArithmeticException e) {
                return;
            }
        });
        done.await();
    }
}
