//@ check: --search dfs
//@ expect: holds
//@ outputs: {key=2}
// merge is one atomic step per key.

import java.util.concurrent.ConcurrentHashMap;

public class Merge {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

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
        together(() -> map.merge("key", 1, Integer::sum), () -> map.merge("key", 1, Integer::sum));
        System.out.println(map);
    }
}
