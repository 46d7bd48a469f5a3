//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | 2
// tryAcquire never waits: the second user is turned away only while the first is inside.

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class SemaphoreTryAcquire {
    static final Semaphore room = new Semaphore(1);
    static final AtomicInteger visits = new AtomicInteger();

    static void visit() {
        if (room.tryAcquire()) {
            visits.incrementAndGet();
            room.release();
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
        together(() -> visit(), () -> visit());
        System.out.println(visits);
    }
}
