//@ check: --search dfs
//@ expect: deadlock
// main joins the worker while holding the lock the worker needs.

public class SelfJoinUnderLock {
    static final Object lock = new Object();

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
        Thread worker = spawn(() -> {
            synchronized (lock) {
                return;
            }
        });
        synchronized (lock) {
            worker.join();
        }
    }
}
