//@ check: --search dfs
//@ expect: holds
// Dekker's algorithm (Dijkstra 1965).

public class Dekker {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

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
            wants0 = true;
            while (wants1) {
                if (turn != 0) {
                    wants0 = false;
                    while (turn != 0) {
                        Thread.onSpinWait();
                    }
                    wants0 = true;
                }
            }
            count++;
            turn = 1;
            wants0 = false;
        }, () -> {
            wants1 = true;
            while (wants0) {
                if (turn != 1) {
                    wants1 = false;
                    while (turn != 1) {
                        Thread.onSpinWait();
                    }
                    wants1 = true;
                }
            }
            count++;
            turn = 0;
            wants1 = false;
        });
        assert count == 2;
    }
}
