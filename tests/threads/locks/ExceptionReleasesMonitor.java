//@ check: --search dfs
//@ expect: holds
//@ outputs: caught
// Leaving a synchronized block by an exception releases its monitor, else the second thread would block.

public class ExceptionReleasesMonitor {
    static final Object lock = new Object();

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
        together(() -> {
            try {
                synchronized (lock) {
                    Object nothing = null;
                    nothing.hashCode();
                }
            } catch (NullPointerException e) {
                System.out.println("caught");
            }
        }, () -> {
            synchronized (lock) {
                return;
            }
        });
    }
}
