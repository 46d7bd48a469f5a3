//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 | 3 | 4 | 5 | 6
// Three threads, two unlocked increments each.
// Outcomes by ../interleaver.py, which counts 2358 states and 34650 complete paths in its own model of the same steps.

public class ThreeThreadsTwoIncrements {
    static int x;

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
            x++;
            x++;
        }, () -> {
            x++;
            x++;
        }, () -> {
            x++;
            x++;
        });
        System.out.println(x);
    }
}
