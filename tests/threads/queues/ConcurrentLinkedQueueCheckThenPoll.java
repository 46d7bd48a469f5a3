//@ check: --search dfs
//@ expect: exception
// isEmpty and poll are two steps; the other thread polls in between and poll returns null.

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentLinkedQueueCheckThenPoll {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));

    static void take() {
        if (!queue.isEmpty()) {
            int element = queue.poll();
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
        together(() -> take(), () -> take());
    }
}
