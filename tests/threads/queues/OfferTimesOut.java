//@ check: --search dfs
//@ expect: holds
//@ outputs: false | true
// A timed offer to a full queue succeeds if room is made in time.

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class OfferTimesOut {
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

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
        queue.put(1);
        together(() -> queue.take(), () -> System.out.println(queue.offer(2, 1, TimeUnit.MILLISECONDS)));
    }
}
