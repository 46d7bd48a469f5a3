//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// computeIfPresent is atomic.

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class ComputeIfPresent {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("key", 1));

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
        together(() -> map.computeIfPresent("key", (key, value) -> value + 1),
                () -> map.computeIfPresent("key", (key, value) -> value + 1));
        System.out.println(map.get("key"));
    }
}
