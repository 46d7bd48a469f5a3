//@ check: --search dfs
//@ expect: exception
// A synchronized list must be locked by hand while iterating: else ConcurrentModificationException.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedListIteration {
    static final List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));

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
        together(() -> list.add(3), () -> {
            int sum = 0;
            for (int element : list) {
                sum += element;
            }
        });
    }
}
