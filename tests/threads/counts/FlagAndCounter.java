//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 1 | 2
// Two threads count if they see the flag, without a lock.
// Outcomes by ../interleaver.py, which counts 73 states and 140 complete paths in its own model of the same steps.

public class FlagAndCounter {
    static int flag;
    static int n;

    static void guarded() {
        if (flag == 1) {
            n++;
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
        together(() -> flag = 1, () -> guarded(), () -> guarded());
        System.out.println(n);
    }
}
