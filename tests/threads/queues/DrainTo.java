//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 2] | [1]
// drainTo takes what is there at that moment; nothing is lost.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

public class DrainTo {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

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
        queue.put(1);
        List<Integer> drained = new ArrayList<>();
        together(() -> queue.put(2), () -> queue.drainTo(drained));
        assert drained.size() + queue.size() == 2;
        System.out.println(drained);
    }
}
