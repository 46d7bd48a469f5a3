//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | 2
// anyOf takes whichever is first.

import java.util.concurrent.CompletableFuture;

public class AnyOf {
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
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        spawn(() -> one.complete(1));
        spawn(() -> two.complete(2));
        System.out.println(CompletableFuture.anyOf(one, two).get());
    }
}
