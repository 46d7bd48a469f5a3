//@ check: --search dfs
//@ expect: holds
//@ outputs: broken
// reset breaks the barrier for the party that waits; one that comes later would wait for ever, so it is reset until seen.

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierReset {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static volatile boolean ended;

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

    public static void main(String[] args) throws Exception {
        Thread party = spawn(() -> {
            try {
                barrier.await();
            } catch (BrokenBarrierException e) {
                System.out.println("broken");
            }
            ended = true;
        });
        while (!ended) {
            barrier.reset();
        }
        party.join();
    }
}
