//@ check: --search dfs
//@ expect: holds
//@ outputs: false | true
// join returns when the future is complete, not when all that depends on it is.

import java.util.concurrent.CompletableFuture;

public class SourceBeforeDependent {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> source = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> after = source.thenApply(i -> i + 1);
        source.join();
        System.out.println(after.isDone());
    }
}
