//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// A monitor may be entered again by its owner; it is free only after as many exits.

public class ReentrantMonitor {
    static int depth;

    static synchronized void outer() {
        inner();
    }

    static synchronized void inner() {
        depth++;
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
        together(() -> outer(), () -> inner());
        System.out.println(depth);
    }
}
