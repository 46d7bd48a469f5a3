//@ check: --search dfs
//@ expect: assertion
// The reader of the pair does not take the lock: it may see first already set and second not yet.

public class HalfSynchronized {
    static int first;
    static int second;

    static synchronized void set(int value) {
        first = value;
        second = value;
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
        together(() -> set(1), () -> {
            int secondSeen = second;
            int firstSeen = first;
            assert secondSeen <= firstSeen : "writes are ordered";
            firstSeen = first;
            secondSeen = second;
            assert firstSeen == secondSeen : "torn pair";
        });
    }
}
