//@ check: --search dfs
//@ expect: holds
// Two numbers that belong together live in one immutable object behind an AtomicReference.

import java.util.concurrent.atomic.AtomicReference;

public class ImmutablePair {
    record Range(int low, int high) {
    }

    static final AtomicReference<Range> range = new AtomicReference<>(new Range(0, 10));

    static void setLow(int low) {
        while (true) {
            Range old = range.get();
            if (low > old.high || range.compareAndSet(old, new Range(low, old.high))) {
                return;
            }
        }
    }

    static void setHigh(int high) {
        while (true) {
            Range old = range.get();
            if (high < old.low || range.compareAndSet(old, new Range(old.low, high))) {
                return;
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
        together(() -> setLow(6), () -> setHigh(4));
        assert range.get().low <= range.get().high;
    }
}
