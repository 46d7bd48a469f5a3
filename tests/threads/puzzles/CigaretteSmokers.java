//@ check: --search dfs
//@ expect: deadlock
// Patil's smokers (1971), naive: two smokers wait for single ingredients, and the one with tobacco and paper still to come
// is robbed of the paper by the one who waits for a match.

import java.util.concurrent.Semaphore;

public class CigaretteSmokers {
    static final Semaphore tobacco = new Semaphore(0);
    static final Semaphore paper = new Semaphore(0);
    static final Semaphore match = new Semaphore(0);

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
            tobacco.release();
            paper.release();
        }, () -> {
            tobacco.acquire();
            paper.acquire();
            match.release();
            paper.release();
        }, () -> {
            paper.acquire();
            match.acquire();
            paper.release();
        });
    }
}
