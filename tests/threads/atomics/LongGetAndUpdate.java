//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 5 | 3 0
// getAndUpdate returns the value before: one call sees 0, the other what the first made of it (0 + 5, or 3 - 0).

import java.util.concurrent.atomic.AtomicLong;

public class LongGetAndUpdate {
    static final AtomicLong cell = new AtomicLong();
    static long beforeAdding;
    static long beforeReflecting;

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
        together(() -> beforeAdding = cell.getAndUpdate(x -> x + 5), () -> beforeReflecting = cell.getAndUpdate(x -> 3 - x));
        System.out.println(beforeAdding + " " + beforeReflecting);
    }
}
