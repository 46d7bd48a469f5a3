//@ check: --search dfs
//@ expect: holds
//@ outputs: b | a
// getAndSet on an array element: the last writer stays, the other's value is returned to it.

import java.util.concurrent.atomic.AtomicReferenceArray;

public class ReferenceArraySwap {
    static final AtomicReferenceArray<String> cells = new AtomicReferenceArray<>(1);
    static String gotByA;
    static String gotByB;

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
        together(() -> gotByA = cells.getAndSet(0, "a"), () -> gotByB = cells.getAndSet(0, "b"));
        assert cells.get(0).equals("a") ? "b".equals(gotByA) && gotByB == null : "a".equals(gotByB) && gotByA == null;
        System.out.println(cells.get(0));
    }
}
