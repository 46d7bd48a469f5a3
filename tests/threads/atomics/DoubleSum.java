//@ check: --search dfs
//@ expect: holds
//@ outputs: 0.75
// Halves and quarters add up exactly in either order.

import java.util.concurrent.atomic.DoubleAdder;

public class DoubleSum {
    static final DoubleAdder adder = new DoubleAdder();

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
        together(() -> adder.add(0.5), () -> adder.add(0.25));
        System.out.println(adder.sum());
    }
}
