//@ check: --search dfs
//@ expect: deadlock
// A CompletableFuture completed only on one branch: the exception path forgets it.

import java.util.concurrent.CompletableFuture;

public class NeverCompleted {
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
        CompletableFuture<Integer> future = new CompletableFuture<>();
        int[] cells = new int[0];
        spawn(() -> {
            try {
                future.complete(cells[0]);
            } catch (ArrayIndexOutOfBoundsException e) {
                return;
            }
        });
        future.get();
    }
}
