//@ check: --search dfs
//@ expect: holds
// The addition wraps around in either order to the same value: increments under a lock commute.

public class WrappingTotal {
    static int total = Integer.MAX_VALUE;

    static synchronized void add(int amount) {
        total += amount;
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
        together(() -> add(1), () -> add(-5), () -> add(7));
        assert total == Integer.MIN_VALUE + 2;
    }
}
