//@ check: --search dfs
//@ expect: assertion
// The lock is the boxed counter itself. Once one thread has replaced it, another enters with the new object while a third,
// which still held or awaited the old one, goes on: two of three updates collide.

public class LockChangesUnderway {
    static Integer count = 0;

    static void increment() {
        synchronized (count) {
            count = count + 1;
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
        together(() -> increment(), () -> increment(), () -> increment());
        assert count == 3;
    }
}
