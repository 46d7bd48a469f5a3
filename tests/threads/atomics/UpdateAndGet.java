//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 | 3
// 0 through x+1 and 2x+1 in either order: (0+1)*2+1 = 3, (0*2+1)+1 = 2.

import java.util.concurrent.atomic.AtomicInteger;

public class UpdateAndGet {
    static final AtomicInteger cell = new AtomicInteger();

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
        together(() -> cell.updateAndGet(x -> x + 1), () -> cell.updateAndGet(x -> 2 * x + 1));
        System.out.println(cell);
    }
}
