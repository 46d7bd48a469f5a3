//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// Peterson's algorithm with volatile variables (Peterson 1981): mutual exclusion without locks.

public class Peterson {
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
            turn = 1;
            while (wants1 && turn == 1) {
                Thread.onSpinWait();
            }
            count++;
            wants0 = false;
        }, () -> {
            wants1 = true;
            turn = 0;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            count++;
            wants1 = false;
        });
        assert count == 2;
        System.out.println(count);
    }
}
