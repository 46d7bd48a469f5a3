//@ check: --search dfs
//@ expect: holds
//@ outputs: 3 | 5 | 7
// A running maximum without a lock: the largest may be overwritten.
// Outcomes by ../interleaver.py, which counts 103 states and 90 complete paths in its own model of the same steps.

public class MaximumUnlocked {
    static int m;

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
        together(() -> m = Math.max(m, 3), () -> m = Math.max(m, 5), () -> m = Math.max(m, 7));
        System.out.println(m);
    }
}
