//@ check: --search dfs
//@ expect: holds
//@ outputs: broken failed | failed broken
// The barrier action throws: its thread gets that exception, the other BrokenBarrierException.

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierActionFails {
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> {
        throw new IllegalStateException("action");
    });
    static final StringBuffer log = new StringBuffer();

    static void pass() throws InterruptedException {
        try {
            barrier.await();
        } catch (IllegalStateException e) {
            log.append("failed ");
        } catch (BrokenBarrierException e) {
            log.append("broken ");
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
        together(() -> pass(), () -> pass());
        assert barrier.isBroken();
        System.out.println(log.toString().trim());
    }
}
