//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// The consumer stops at the pill, which comes after all elements.

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class LinkedBlockingQueuePoisonPill {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

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
            queue.put(1);
            queue.put(2);
            queue.put(-1);
        }, () -> {
            int sum = 0;
            for (int element = queue.take(); element >= 0; element = queue.take()) {
                sum += element;
            }
            System.out.println(sum);
        });
    }
}
