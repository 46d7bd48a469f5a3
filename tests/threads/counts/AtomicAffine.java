//@ check: --search dfs
//@ expect: holds
//@ outputs: 3 | 4 | 6 | 7
// x*2, x+3 and x-1 as atomic steps in all orders, from 1.
// Outcomes by ../interleaver.py, which counts 13 states and 6 complete paths in its own model of the same steps.

import java.util.concurrent.atomic.AtomicInteger;

public class AtomicAffine {
    static final AtomicInteger x = new AtomicInteger(1);

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
        together(() -> x.updateAndGet(v -> v * 2), () -> x.addAndGet(3), () -> x.decrementAndGet());
        System.out.println(x);
    }
}
