//@ check: --search dfs
//@ expect: holds
// Two hydrogens and an oxygen meet at a barrier; permits keep further atoms out.

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class WaterMolecule {
    static final Semaphore hydrogen = new Semaphore(2);
    static final Semaphore oxygen = new Semaphore(1);
    static final CyclicBarrier molecule = new CyclicBarrier(3);
    static final AtomicInteger bonded = new AtomicInteger();

    static void bond(Semaphore places) throws Exception {
        places.acquire();
        molecule.await();
        bonded.incrementAndGet();
        places.release();
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
        together(() -> bond(hydrogen), () -> bond(hydrogen), () -> bond(oxygen));
        assert bonded.get() == 3;
    }
}
