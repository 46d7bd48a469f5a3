//@ check: --search dfs
//@ expect: holds
//@ outputs: 14
// supplyAsync, thenApply, thenCombine: the value does not depend on the schedule.

import java.util.concurrent.CompletableFuture;

public class Chain {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> left = CompletableFuture.supplyAsync(() -> 3).thenApply(x -> x * 2);
        CompletableFuture<Integer> right = CompletableFuture.supplyAsync(() -> 8);
        System.out.println(left.thenCombine(right, Integer::sum).join());
    }
}
