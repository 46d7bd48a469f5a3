//@ check: --search dfs
//@ expect: assertion
// A compare-and-set on a number cannot see that it went 1 -> 2 -> 1 in between.

import java.util.concurrent.atomic.AtomicInteger;

public class AbaInteger {
    static final AtomicInteger cell = new AtomicInteger(1);
    static volatile int changes;

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
            int changesSeen = changes;
            int value = cell.get();
            int changesNow;
            boolean swapped = cell.compareAndSet(value, 3);
            changesNow = changes;
            assert !swapped || changesSeen == changesNow;
        }, () -> {
            if (cell.compareAndSet(1, 2)) {
                changes = 1;
                cell.compareAndSet(2, 1);
            }
        });
    }
}
