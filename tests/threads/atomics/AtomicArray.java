//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 1]
// getAndUpdate on one element each, and an index drawn atomically.

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class AtomicArray {
    static final AtomicIntegerArray cells = new AtomicIntegerArray(2);
    static final AtomicInteger next = new AtomicInteger();

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
        together(() -> cells.incrementAndGet(next.getAndIncrement()), () -> cells.incrementAndGet(next.getAndIncrement()));
        System.out.println(cells);
    }
}
