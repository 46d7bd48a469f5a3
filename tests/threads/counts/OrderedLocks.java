//@ check: --search dfs
//@ expect: holds
//@ outputs: abacbc | abbcac | acabbc | acbcab | bcabac | bcacab
// Three locks taken in one global order: every order of prints, no stuck state.
// Outcomes by ../interleaver.py, which counts 125 states and 236 complete paths in its own model of the same steps.

public class OrderedLocks {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();

    static void both(Object first, Object second, String name) {
        synchronized (first) {
            synchronized (second) {
                System.out.print(name);
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
        together(() -> both(a, b, "ab"), () -> both(b, c, "bc"), () -> both(a, c, "ac"));
    }
}
