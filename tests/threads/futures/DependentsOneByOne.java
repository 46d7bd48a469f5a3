//@ check: --search dfs
//@ expect: holds
//@ outputs: false false false | false false true | false true true | true true true
// What depends on a future completes after it, one after the other, the last added first; the future itself is read last.

import java.util.concurrent.CompletableFuture;

public class DependentsOneByOne {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> source = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> one = source.thenApply(i -> i + 1);
        CompletableFuture<Integer> two = source.thenApply(i -> i + 2);
        System.out.println(one.isDone() + " " + two.isDone() + " " + source.isDone());
    }
}
