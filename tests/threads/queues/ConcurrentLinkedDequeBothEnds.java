//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// One thread takes from the front, one from the back: both elements are taken exactly once.

import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

public class ConcurrentLinkedDequeBothEnds {
    static final ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>(List.of(1, 2));
    static int front;
    static int back;

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
        together(() -> front = deque.pollFirst(), () -> back = deque.pollLast());
        assert deque.isEmpty();
        System.out.println(front + back);
    }
}
