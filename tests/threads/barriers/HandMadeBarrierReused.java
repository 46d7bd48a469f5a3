//@ check: --search dfs
//@ expect: deadlock
// A home-made barrier that resets its count on leaving: a fast thread re-enters before the slow one has left, which then sees
// the count of the new round and waits again.

public class HandMadeBarrierReused {
    static class Barrier {
        private int waiting;

        synchronized void await() throws InterruptedException {
            waiting++;
            if (waiting == 2) {
                waiting = 0;
                notifyAll();
            } else {
                while (waiting != 0) {
                    wait();
                }
            }
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
        Barrier barrier = new Barrier();
        together(() -> {
            barrier.await();
            barrier.await();
        }, () -> {
            barrier.await();
            barrier.await();
        });
    }
}
