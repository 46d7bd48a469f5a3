//@ check: --search dfs
//@ expect: holds
//@ outputs: 5
// AtomicIntegerFieldUpdater works on a plain volatile field.

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdater {
    volatile int value;
    static final AtomicIntegerFieldUpdater<FieldUpdater> VALUE =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdater.class, "value");

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
        FieldUpdater object = new FieldUpdater();
        together(() -> VALUE.addAndGet(object, 2), () -> VALUE.addAndGet(object, 3));
        System.out.println(object.value);
    }
}
