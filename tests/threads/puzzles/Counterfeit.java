//@ check: --search dfs
//@ expect: assertion
// A connection returned twice is lent to two borrowers at once.

import java.util.concurrent.LinkedBlockingQueue;

public class Counterfeit {
    static final LinkedBlockingQueue<int[]> pool = new LinkedBlockingQueue<>();

    static void use(boolean twice) throws InterruptedException {
        int[] connection = pool.take();
        connection[0]++;
        int users = connection[0];
        connection[0]--;
        pool.put(connection);
        if (twice) {
            pool.put(connection);
        }
        assert users == 1;
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
        pool.put(new int[1]);
        together(() -> use(true), () -> use(false), () -> use(false));
    }
}
