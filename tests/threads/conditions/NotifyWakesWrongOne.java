//@ check: --search dfs
//@ expect: deadlock
// Producer and consumers share one wait set of a one-place buffer, and notify wakes only one: with two consumers and one
// producer of two, a consumer's notify can wake the other consumer, which waits again, while the producer sleeps on.

public class NotifyWakesWrongOne {
    static Integer slot;

    static synchronized void put(int value) throws InterruptedException {
        while (slot != null) {
            NotifyWakesWrongOne.class.wait();
        }
        slot = value;
        NotifyWakesWrongOne.class.notify();
    }

    static synchronized void take() throws InterruptedException {
        while (slot == null) {
            NotifyWakesWrongOne.class.wait();
        }
        slot = null;
        NotifyWakesWrongOne.class.notify();
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
        together(() -> take(), () -> take(), () -> {
            put(1);
            put(2);
        });
    }
}
