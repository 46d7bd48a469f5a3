//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | 3
// Iteration over a CopyOnWriteArrayList sees the list as it was when the iterator was made.

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class CopyOnWriteSnapshot {
    static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));

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
        together(() -> list.add(2), () -> {
            int sum = 0;
            for (int element : list) {
                sum += element;
            }
            System.out.println(sum);
        });
    }
}
