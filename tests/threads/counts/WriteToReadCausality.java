//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 0 0 | 0 0 1 | 1 0 0 | 1 0 1 | 1 1 1
// Litmus test WRC: who sees the forwarded value sees the original (1 1 0 is excluded).
// Outcomes by ../interleaver.py, which counts 31 states and 30 complete paths in its own model of the same steps.

public class WriteToReadCausality {
    static int x;
    static int y;
    static int a;
    static int b;
    static int c;

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
        together(() -> x = 1, () -> {
            a = x;
            y = a;
        }, () -> {
            b = y;
            c = x;
        });
        System.out.println(a + " " + b + " " + c);
    }
}
