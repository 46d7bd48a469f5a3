//@ check: --search dfs
//@ expect: exception
// setDaemon after start, while the thread is alive: IllegalThreadStateException.

import java.util.concurrent.CountDownLatch;

public class SetDaemonTooLate {
    static final CountDownLatch end = new CountDownLatch(1);

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
        Thread thread = spawn(() -> end.await());
        try {
            thread.setDaemon(true);
        } finally {
            end.countDown();
        }
    }
}
