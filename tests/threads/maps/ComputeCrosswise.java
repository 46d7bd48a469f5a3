//@ check: --search dfs
//@ expect: deadlock
// Mapping functions that update the other's key: each holds its bin and waits for the other's.

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ComputeCrosswise {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(Map.of(1, 0, 2, 0));

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
        together(() -> map.compute(1, (key, value) -> map.merge(2, 1, Integer::sum)),
                () -> map.compute(2, (key, value) -> map.merge(1, 1, Integer::sum)));
    }
}
