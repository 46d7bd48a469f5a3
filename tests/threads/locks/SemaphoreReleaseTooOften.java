//@ check: --search dfs
//@ expect: assertion
// A release that was never acquired adds a permit: the mutex lets two in.

import java.util.concurrent.Semaphore;

public class SemaphoreReleaseTooOften {
    static final Semaphore mutex = new Semaphore(1);
    static int count;

    static void increment(boolean again) throws InterruptedException {
        mutex.acquire();
        count++;
        mutex.release();
        if (again) {
            mutex.release();
        }
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
        together(() -> increment(true), () -> increment(false), () -> increment(false));
        assert count == 3;
    }
}
