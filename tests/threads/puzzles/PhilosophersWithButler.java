//@ check: --search dfs
//@ expect: holds
// A semaphore lets only two of three sit down.

import java.util.concurrent.Semaphore;

public class PhilosophersWithButler {
    static final Semaphore butler = new Semaphore(2);
    static final Object[] forks = {new Object(), new Object(), new Object()};

    static void dine(int seat) throws InterruptedException {
        butler.acquire();
        synchronized (forks[seat]) {
            synchronized (forks[(seat + 1) % 3]) {
                Thread.yield();
            }
        }
        butler.release();
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
        together(() -> dine(0), () -> dine(1), () -> dine(2));
    }
}
