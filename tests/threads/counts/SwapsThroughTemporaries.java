//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 1 | 1 2 | 2 1 | 2 2
// Two swaps without a lock.
// Outcomes by ../interleaver.py, which counts 55 states and 70 complete paths in its own model of the same steps.

public class SwapsThroughTemporaries {
    static int x = 1;
    static int y = 2;

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
            int oldX = x;
            int oldY = y;
            x = oldY;
            y = oldX;
        }, () -> {
            int oldX = x;
            int oldY = y;
            x = oldY;
            y = oldX;
        });
        System.out.println(x + " " + y);
    }
}
