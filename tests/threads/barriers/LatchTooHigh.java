//@ check: --search dfs
//@ expect: deadlock
// The latch counts three, only two workers count down.

import java.util.concurrent.CountDownLatch;

public class LatchTooHigh {
    static final CountDownLatch done = new CountDownLatch(3);

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
        spawn(() -> done.countDown());
        spawn(() -> done.countDown());
        done.await();
    }
}
