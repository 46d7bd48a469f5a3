//@ check: --search dfs
//@ expect: assertion
// A spin lock by get and then set: two threads pass the test together.

import java.util.concurrent.atomic.AtomicBoolean;

public class TestThenSetLock {
    static final AtomicBoolean busy = new AtomicBoolean();
    static int count;

    static void increment() {
        while (busy.get()) {
            Thread.onSpinWait();
        }
        busy.set(true);
        count++;
        busy.set(false);
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
        together(() -> increment(), () -> increment());
        assert count == 2;
    }
}
