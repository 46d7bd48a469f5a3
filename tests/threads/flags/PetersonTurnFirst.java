//@ check: --search dfs
//@ expect: assertion
// Peterson with turn set before the flag: 0 sets turn=1, 1 sets turn=0, wants1 and enters (wants0 is false), then 0 sets
// wants0 and enters too, as turn is 0.

public class PetersonTurnFirst {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static volatile int inside;

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
            turn = 1;
            wants0 = true;
            while (wants1 && turn == 1) {
                Thread.onSpinWait();
            }
            inside = 1;
            assert inside == 1 : "not alone";
            wants0 = false;
        }, () -> {
            turn = 0;
            wants1 = true;
            while (wants0 && turn == 0) {
                Thread.onSpinWait();
            }
            inside = 2;
            assert inside == 2 : "not alone";
            wants1 = false;
        });
    }
}
