//@ check: --search dfs
//@ expect: holds
//@ outputs: a | b
// Of two compare-and-sets of a field from null one wins.

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class ReferenceFieldUpdater {
    volatile String value;
    static final AtomicReferenceFieldUpdater<ReferenceFieldUpdater, String> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(ReferenceFieldUpdater.class, String.class, "value");

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
        ReferenceFieldUpdater object = new ReferenceFieldUpdater();
        together(() -> VALUE.compareAndSet(object, null, "a"), () -> VALUE.compareAndSet(object, null, "b"));
        System.out.println(object.value);
    }
}
