//@ check: --search dfs --max-states 100000
//@ expect: assertion
// The bug lies behind a hundred harmless steps of two threads, well within the limit.

public class LimitThenBug {
    static int count;

    static void work() {
        for (int i = 0; i < 50; i++) {
            synchronized (LimitThenBug.class) {
                count++;
            }
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
        together(() -> work(), () -> work());
        assert count < 100;
    }
}
