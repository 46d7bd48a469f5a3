//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// Of two adds to a concurrent set exactly one returns true.

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class KeySetAddOnce {
    static final Set<String> set = ConcurrentHashMap.newKeySet();
    static final AtomicInteger added = new AtomicInteger();

    static void add() {
        if (set.add("element")) {
            added.incrementAndGet();
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
        together(() -> add(), () -> add());
        System.out.println(added);
    }
}
