//@ check: --search dfs
//@ expect: deadlock
// Two futures complete each other: neither begins.

import java.util.concurrent.CompletableFuture;

public class ObtrudedCycle {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> left = new CompletableFuture<>();
        CompletableFuture<Integer> right = new CompletableFuture<>();
        left.thenAccept(right::complete);
        right.thenAccept(left::complete);
        left.join();
    }
}
