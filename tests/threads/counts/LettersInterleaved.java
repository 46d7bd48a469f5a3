//@ check: --search dfs
//@ expect: holds
//@ outputs: abcd | acbd | acdb | cabd | cadb | cdab
// All merges of ab and cd: 4!/(2! 2!) = 6.
// Outcomes by ../interleaver.py, which counts 19 states and 6 complete paths in its own model of the same steps.

public class LettersInterleaved {
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
            System.out.print("a");
            System.out.print("b");
        }, () -> {
            System.out.print("c");
            System.out.print("d");
        });
    }
}
