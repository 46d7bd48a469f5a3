//@ check: --search dfs
//@ expect: holds
//@ outputs: marked | swapped
// Marking a reference for deletion and swinging it exclude each other (as in Harris's list).

import java.util.concurrent.atomic.AtomicMarkableReference;

public class MarkableReference {
    static final AtomicMarkableReference<String> reference = new AtomicMarkableReference<>("old", false);
    static boolean marked;
    static boolean swapped;

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
        together(() -> marked = reference.compareAndSet("old", "old", false, true),
                () -> swapped = reference.compareAndSet("old", "new", false, false));
        assert marked != swapped;
        System.out.println(marked ? "marked" : "swapped");
    }
}
