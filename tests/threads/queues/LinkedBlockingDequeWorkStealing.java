//@ check: --search dfs
//@ expect: assertion
// Owner and thief poll opposite ends after a size test; the owner's second poll may come back empty-handed.

import java.util.concurrent.LinkedBlockingDeque;

public class LinkedBlockingDequeWorkStealing {
    static final LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();

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
        deque.add(1);
        together(() -> {
            if (deque.size() > 0) {
                assert deque.pollLast() != null;
            }
        }, () -> deque.pollFirst());
    }
}
