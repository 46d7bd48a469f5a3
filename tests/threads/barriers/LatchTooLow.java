//@ check: --search dfs
//@ expect: assertion
// The latch opens after the first of two workers.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class LatchTooLow {
    static final CountDownLatch done = new CountDownLatch(1);
    static final AtomicInteger finished = new AtomicInteger();

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
            finished.incrementAndGet();
            done.countDown();
        });
        spawn(() -> {
            finished.incrementAndGet();
            done.countDown();
        });
        done.await();
        assert finished.get() == 2;
    }
}
