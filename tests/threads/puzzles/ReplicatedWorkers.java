//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// Workers draw tasks from a shared counter until none is left.

import java.util.concurrent.atomic.AtomicInteger;

public class ReplicatedWorkers {
    static final AtomicInteger next = new AtomicInteger(1);
    static final AtomicInteger sum = new AtomicInteger();

    static void work() {
        for (int task = next.getAndIncrement(); task <= 2; task = next.getAndIncrement()) {
            sum.addAndGet(task);
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
        together(() -> work(), () -> work());
        System.out.println(sum);
    }
}
