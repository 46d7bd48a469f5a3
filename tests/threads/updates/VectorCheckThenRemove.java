//@ check: --search dfs
//@ expect: exception
// Each call on the Vector is atomic, the pair isEmpty/remove is not: the second remove finds it empty.

import java.util.Vector;

public class VectorCheckThenRemove {
    static final Vector<String> jobs = new Vector<>();

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

    static void takeOne() {
        if (!jobs.isEmpty()) {
            jobs.remove(0);
        }
    }

    public static void main(String[] args) throws Exception {
        jobs.add("only");
        together(() -> takeOne(), () -> takeOne());
    }
}
