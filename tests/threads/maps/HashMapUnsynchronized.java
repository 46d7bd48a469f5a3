//@ check: --search dfs
//@ expect: assertion
// HashMap is not made for two writers: both see an empty bucket, one entry is lost (or the size miscounted).

import java.util.HashMap;

public class HashMapUnsynchronized {
    static final HashMap<Integer, Integer> map = new HashMap<>();

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
        map.put(1, 1);
        together(() -> map.put(2, 2), () -> map.put(18, 18));
        assert map.size() == 3 && map.containsKey(2) && map.containsKey(18);
    }
}
