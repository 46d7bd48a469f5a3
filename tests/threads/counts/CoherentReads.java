//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 0 | 0 1 | 0 2 | 1 1 | 1 2 | 2 1 | 2 2
// Litmus test CoRR: two reads never see a value and then an older one.
// Outcomes by ../interleaver.py, which counts 35 states and 12 complete paths in its own model of the same steps.

public class CoherentReads {
    static int x;
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
        together(() -> x = 1, () -> x = 2, () -> {
            a = x;
            b = x;
        });
        System.out.println(a + " " + b);
    }
}
