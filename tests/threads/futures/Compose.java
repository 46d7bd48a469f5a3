//@ check: --search dfs
//@ expect: holds
//@ outputs: 6
// thenCompose flattens, handle sees the value.

import java.util.concurrent.CompletableFuture;

public class Compose {
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
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> result = source
                .thenCompose(x -> CompletableFuture.completedFuture(x * 2))
                .handle((value, failure) -> failure == null ? value : -1);
        spawn(() -> source.complete(3));
        System.out.println(result.get());
    }
}
