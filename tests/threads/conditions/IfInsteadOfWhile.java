//@ check: --search dfs
//@ expect: exception
// Two consumers wait with `if`; notifyAll wakes both for one element and the second removes from an empty list.

import java.util.LinkedList;

public class IfInsteadOfWhile {
    static final LinkedList<Integer> list = new LinkedList<>();

    static synchronized void take() throws InterruptedException {
        if (list.isEmpty()) {
            IfInsteadOfWhile.class.wait();
        }
        list.removeFirst();
    }

    static synchronized void put() {
        list.add(1);
        IfInsteadOfWhile.class.notifyAll();
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
    }
}
