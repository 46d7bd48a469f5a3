//@ check: --search dfs
//@ expect: deadlock
// The consumer waits on the inner lock while holding the outer one, which the producer needs in order to notify.

public class NestedMonitorLockout {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static boolean full;

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
            synchronized (outer) {
                synchronized (inner) {
                    while (!full) {
                        inner.wait();
                    }
                }
            }
        }, () -> {
            synchronized (outer) {
                synchronized (inner) {
                    full = true;
                    inner.notify();
                }
            }
        });
    }
}
