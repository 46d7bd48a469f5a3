//@ check: --search dfs
//@ expect: holds
//@ outputs: 7
// The maximum does not depend on the order.

import java.util.concurrent.atomic.LongAccumulator;

public class Accumulator {
    static final LongAccumulator maximum = new LongAccumulator(Long::max, Long.MIN_VALUE);

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
        together(() -> maximum.accumulate(3), () -> maximum.accumulate(7));
        System.out.println(maximum.get());
    }
}
