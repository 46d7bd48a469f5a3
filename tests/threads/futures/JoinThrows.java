//@ check: --search dfs
//@ expect: exception
// join of a failed stage throws CompletionException in main.

import java.util.concurrent.CompletableFuture;

public class JoinThrows {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> Integer.parseInt("x"));
        future.join();
    }
}
