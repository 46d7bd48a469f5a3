//@ check: --search dfs
//@ expect: assertion
// The updater's atomicity is lost when another thread uses value++ on the same field.

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdaterMixedWithPlain {
    volatile int value;
    static final AtomicIntegerFieldUpdater<FieldUpdaterMixedWithPlain> VALUE =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterMixedWithPlain.class, "value");

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
        FieldUpdaterMixedWithPlain object = new FieldUpdaterMixedWithPlain();
        together(() -> VALUE.incrementAndGet(object), () -> object.value++);
        assert object.value == 2;
    }
}
