//@ check: --search dfs
//@ expect: deadlock
// drainPermits takes what is there and gives back one too few.

import java.util.concurrent.Semaphore;

public class SemaphoreDrain {
    static final Semaphore pool = new Semaphore(2);

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
            int drained = pool.drainPermits();
            if (drained > 0) {
                pool.release(drained - 1);
            }
        }, () -> {
            pool.acquire(2);
            pool.release(2);
        });
    }
}
