//@ check: --search dfs
//@ expect: holds
//@ outputs: 12 | 21
// A deque serves both ends: takeFirst gives the newest when elements are put at the front.

import java.util.concurrent.LinkedBlockingDeque;

public class LinkedBlockingDequeEnds {
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
        together(() -> {
            deque.putFirst(1);
            deque.putFirst(2);
        }, () -> System.out.println("" + deque.takeFirst() + deque.takeFirst()));
    }
}
