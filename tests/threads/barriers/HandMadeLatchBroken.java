//@ check: --search dfs
//@ expect: deadlock
// A home-made latch that notifies only one of its two waiters.

public class HandMadeLatchBroken {
    static class Latch {
        private int count;

        Latch(int count) {
            this.count = count;
        }

        synchronized void countDown() {
            if (--count == 0) {
                notify();
            }
        }

        synchronized void await() throws InterruptedException {
            while (count > 0) {
                wait();
            }
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
        Latch latch = new Latch(1);
        together(() -> latch.await(), () -> latch.await(), () -> latch.countDown());
    }
}
