//@ check: --search dfs
//@ expect: holds
// A cyclic barrier is good for a second round; the rounds stay in step.

import java.util.concurrent.CyclicBarrier;

public class BarrierReused {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static volatile int round0;
    static volatile int round1;

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
            round0 = 1;
            barrier.await();
            assert round1 >= 1;
            round0 = 2;
            barrier.await();
            assert round1 == 2;
        }, () -> {
            round1 = 1;
            barrier.await();
            assert round0 >= 1;
            round1 = 2;
            barrier.await();
            assert round0 == 2;
        });
    }
}
