//@ check: --search dfs
//@ expect: assertion
// Every method of Hashtable is synchronized; the pair get/put is not.

import java.util.Hashtable;
import java.util.Map;

public class HashtableCompound {
    static final Hashtable<String, Integer> table = new Hashtable<>(Map.of("key", 0));

    static void count() {
        table.put("key", table.get("key") + 1);
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
        together(() -> count(), () -> count());
        assert table.get("key") == 2;
    }
}
