//@ check: --search dfs
//@ expect: holds
//@ outputs: broken interrupted | interrupted broken
// Interrupting one waiting party breaks the barrier for the other; nobody hangs.

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierBrokenByInterrupt {
    static final CyclicBarrier barrier = new CyclicBarrier(3);
    static final StringBuffer log = new StringBuffer();

    static void pass() {
        try {
            barrier.await();
        } catch (InterruptedException e) {
            log.append("interrupted ");
        } catch (BrokenBarrierException e) {
            log.append("broken ");
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

    public static void main(String[] args) throws Exception {
        Thread one = spawn(() -> pass());
        Thread two = spawn(() -> pass());
        one.interrupt();
        one.join();
        two.join();
        System.out.println(log.toString().trim());
    }
}
