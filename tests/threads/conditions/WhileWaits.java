//@ check: --search dfs
//@ expect: holds
// As IfInsteadOfWhile with the test repeated after every wake-up.

import java.util.LinkedList;

public class WhileWaits {
    static final LinkedList<Integer> list = new LinkedList<>();

    static synchronized void take() throws InterruptedException {
        while (list.isEmpty()) {
            WhileWaits.class.wait();
        }
        list.removeFirst();
    }

    static synchronized void put() {
        list.add(1);
        WhileWaits.class.notifyAll();
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
        together(() -> take(), () -> take(), () -> {
            put();
            put();
        });
        assert list.isEmpty();
    }
}
