//@ check: --search dfs
//@ expect: holds
//@ outputs: 3 4 | 6 2 | 6 4 | 6 7 | 8 4
// Two opposite transfers without a lock: money is lost or made.
// Outcomes by ../interleaver.py, which counts 51 states and 70 complete paths in its own model of the same steps.

public class BankTransfers {
    static int a = 5;
    static int b = 5;

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
            a -= 2;
            b += 2;
        }, () -> {
            b -= 3;
            a += 3;
        });
        System.out.println(a + " " + b);
    }
}
