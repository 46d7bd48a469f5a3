//@ check: --search dfs
//@ expect: deadlock
// A borrower whose work fails does not give its connection back.

import java.util.concurrent.ArrayBlockingQueue;

public class ConnectionPoolLeak {
    static final ArrayBlockingQueue<String> pool = new ArrayBlockingQueue<>(1);

    static void use(boolean fails) throws InterruptedException {
        String connection = pool.take();
        if (fails) {
            return;
        }
        pool.put(connection);
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
        pool.put("connection");
        together(() -> use(true), () -> use(false));
    }
}
