//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 1 | 1 0 | 1 1
// Litmus test SB: sequential consistency excludes 0 0.
// Outcomes by ../interleaver.py, which counts 13 states and 6 complete paths in its own model of the same steps.

public class StoreBuffer {
    static int x;
    static int y;
    static int a;
    static int b;

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
            x = 1;
            a = y;
        }, () -> {
            y = 1;
            b = x;
        });
        System.out.println(a + " " + b);
    }
}
