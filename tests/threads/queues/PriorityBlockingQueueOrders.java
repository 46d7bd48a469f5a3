//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 2 | 2 1
// The smallest of what is there is taken: 2 first only if 1 has not come yet.

import java.util.concurrent.PriorityBlockingQueue;

public class PriorityBlockingQueueOrders {
    static final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();

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
            queue.put(2);
            queue.put(1);
        }, () -> System.out.println(queue.take() + " " + queue.take()));
    }
}
