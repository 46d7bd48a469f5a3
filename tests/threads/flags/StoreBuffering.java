//@ check: --search dfs
//@ expect: holds
//@ outputs: 01 | 10 | 11
// The store-buffering litmus test: under sequential consistency (and with volatile) 00 is impossible.

public class StoreBuffering {
    static volatile int x;
    static volatile int y;
    static int seenByFirst;
    static int seenBySecond;

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
            x = 1;
            seenByFirst = y;
        }, () -> {
            y = 1;
            seenBySecond = x;
        });
        assert seenByFirst + seenBySecond > 0;
        System.out.println("" + seenByFirst + seenBySecond);
    }
}
