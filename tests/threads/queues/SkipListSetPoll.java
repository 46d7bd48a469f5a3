//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// pollFirst of a ConcurrentSkipListSet gives each element once.

import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;

public class SkipListSetPoll {
    static final ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>(List.of(1, 2));
    static int left;
    static int right;

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
        together(() -> left = set.pollFirst(), () -> right = set.pollFirst());
        System.out.println(left + right);
    }
}
