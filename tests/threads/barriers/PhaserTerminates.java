//@ check: --search dfs
//@ expect: holds
//@ outputs: true
// A phaser whose onAdvance says so terminates; later arrivals return at once.

import java.util.concurrent.Phaser;

public class PhaserTerminates {
    static final Phaser phaser = new Phaser(2) {
        @Override
        protected boolean onAdvance(int phase, int parties) {
            return true;
        }
    };

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
        together(() -> phaser.arriveAndAwaitAdvance(), () -> phaser.arriveAndAwaitAdvance());
        assert phaser.arriveAndAwaitAdvance() < 0;
        System.out.println(phaser.isTerminated());
    }
}
