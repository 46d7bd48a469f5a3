//@ check: --search dfs
//@ expect: deadlock
// Two permits, two threads that want two each, one by one.
// Outcomes by ../interleaver.py, which counts 13 states and 2 complete paths in its own model of the same steps.

import java.util.concurrent.Semaphore;

public class PermitsHeldAndWanted {
    static final Semaphore permits = new Semaphore(2);

    static void two() throws InterruptedException {
        permits.acquire();
        permits.acquire();
        permits.release(2);
    }

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
        together(() -> two(), () -> two());
    }
}
