//@ check: --search dfs
//@ expect: assertion
// Each thread locks, but not the same object: no mutual exclusion, one update may be lost.

public class DifferentLocks {
    static final Object left = new Object();
    static final Object right = new Object();
    static int count;

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
            synchronized (left) {
                count++;
            }
        }, () -> {
            synchronized (right) {
                count++;
            }
        });
        assert count == 2;
    }
}
