//@ check: --search dfs
//@ expect: assertion
// Two atomics do not keep an invariant between them (the NumberRange of Goetz et al., section 4.3.3).

import java.util.concurrent.atomic.AtomicInteger;

public class TwoAtomicsNoInvariant {
    static final AtomicInteger low = new AtomicInteger(0);
    static final AtomicInteger high = new AtomicInteger(10);

    static void setLow(int value) {
        if (value <= high.get()) {
            low.set(value);
        }
    }

    static void setHigh(int value) {
        if (value >= low.get()) {
            high.set(value);
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
        assert low.get() <= high.get();
    }
}
