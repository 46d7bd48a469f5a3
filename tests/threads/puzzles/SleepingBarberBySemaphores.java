//@ check: --search dfs
//@ expect: holds
// Semaphores remember: one barber serves two customers.

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class SleepingBarberBySemaphores {
    static final Semaphore customers = new Semaphore(0);
    static final Semaphore barber = new Semaphore(0);
    static final AtomicInteger haircuts = new AtomicInteger();

    static void visit() throws InterruptedException {
        customers.release();
        barber.acquire();
        haircuts.incrementAndGet();
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
        together(() -> {
            for (int i = 0; i < 2; i++) {
                customers.acquire();
                barber.release();
            }
        }, () -> visit(), () -> visit());
        assert haircuts.get() == 2;
    }
}
