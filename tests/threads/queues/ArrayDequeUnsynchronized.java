//@ check: --search dfs
//@ expect: assertion
// ArrayDeque is not made for two threads: both may remove the same element.

import java.util.ArrayDeque;
import java.util.List;

public class ArrayDequeUnsynchronized {
    static final ArrayDeque<Integer> deque = new ArrayDeque<>(List.of(1, 2));
    static Integer left;
    static Integer right;

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
        together(() -> left = deque.poll(), () -> right = deque.poll());
        assert left != null && right != null && left + right == 3;
    }
}
