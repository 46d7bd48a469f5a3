//@ check: --search dfs
//@ expect: exception
// whenComplete looks at the failure but does not handle it: join throws.

import java.util.concurrent.CompletableFuture;

public class WhenCompleteKeepsFailure {
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
        spawn(() -> future.completeExceptionally(new IllegalStateException("failed")));
        future.whenComplete((value, failure) -> { }).join();
    }
}
