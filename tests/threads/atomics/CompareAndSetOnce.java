//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// Of two compare-and-sets from the same value exactly one succeeds.

import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSetOnce {
    static final AtomicInteger cell = new AtomicInteger();
    static final AtomicInteger winners = new AtomicInteger();

    static void claim(int name) {
        if (cell.compareAndSet(0, name)) {
            winners.incrementAndGet();
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
        together(() -> claim(1), () -> claim(2));
        System.out.println(winners);
    }
}
