//@ check: --search dfs
//@ expect: assertion
// Lazy initialisation without a lock creates two instances.

import java.util.concurrent.atomic.AtomicInteger;

public class LazyUnsynchronized {
    static final AtomicInteger created = new AtomicInteger();
    static Object instance;

    static Object get() {
        if (instance == null) {
            created.incrementAndGet();
            instance = new Object();
        }
        return instance;
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
        together(() -> get(), () -> get());
        assert created.get() == 1;
    }
}
