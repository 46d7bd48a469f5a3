//@ check: --search dfs
//@ expect: assertion
// A worker takes an empty pool for the end of all work, though another may still add to it.

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class ReplicatedWorkersStopEarly {
    static final ConcurrentLinkedQueue<Integer> pool = new ConcurrentLinkedQueue<>();
    static final AtomicInteger doneByHelper = new AtomicInteger();

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
        pool.add(1);
        together(() -> {
            pool.poll();
            pool.add(2);
        }, () -> {
            if (pool.poll() != null) {
                doneByHelper.incrementAndGet();
            }
        });
        assert doneByHelper.get() == 1;
    }
}
