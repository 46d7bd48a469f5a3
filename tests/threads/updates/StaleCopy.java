//@ check: --search dfs
//@ expect: assertion
// Reading under the lock and writing under the lock, but in two critical sections: the value read is stale.

public class StaleCopy {
    static int count;

    static synchronized int get() {
        return count;
    }

    static synchronized void set(int value) {
        count = value;
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
        together(() -> set(get() + 1), () -> set(get() + 1));
        assert count == 2;
    }
}
