//@ check: --search dfs
//@ expect: assertion
// The producer does not wait for room: the second value overwrites the first.

public class OnePlaceBufferOverwrites {
    static int slot;

    static synchronized void put(int value) {
        slot = value;
    }

    static synchronized int take() {
        int value = slot;
        slot = 0;
        return value;
    }

    static int sum;

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
        together(() -> put(1), () -> put(2), () -> sum += take());
        sum += take();
        assert sum == 3;
    }
}
