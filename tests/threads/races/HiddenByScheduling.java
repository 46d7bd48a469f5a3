//@ check: --search dfs --property races
//@ expect: race
// If the first thread gets the lock first, the lock orders the two writes; if the second does, nothing orders them.

public class HiddenByScheduling {
    static int value;

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
        Object lock = new Object();
        together(() -> {
            value = 1;
            synchronized (lock) {
                return;
            }
        }, () -> {
            synchronized (lock) {
                Thread.yield();
            }
            value = 2;
        });
    }
}
