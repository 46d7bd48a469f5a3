//@ check: --search dfs
//@ expect: holds
// The last philosopher takes the right fork first.

public class PhilosophersOneLeftHanded {
    static final Object[] forks = {new Object(), new Object(), new Object()};

    static void dine(int seat) {
        int other = (seat + 1) % 3;
        synchronized (forks[Math.min(seat, other)]) {
            synchronized (forks[Math.max(seat, other)]) {
                return;
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
        together(() -> dine(0), () -> dine(1), () -> dine(2));
    }
}
