//@ check: --search dfs
//@ expect: holds
// The two orders differ, but a gate lock is held around both: the cycle a-b, b-a cannot close.

public class GateLock {
    static final Object gate = new Object();
    static final Object a = new Object();
    static final Object b = new Object();

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
            synchronized (gate) {
                synchronized (a) {
                    synchronized (b) {
                        return;
                    }
                }
            }
        }, () -> {
            synchronized (gate) {
                synchronized (b) {
                    synchronized (a) {
                        return;
                    }
                }
            }
        });
    }
}
