//@ check: --search dfs
//@ expect: holds
//@ outputs: 5
// Stages on an executor of one's own.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class AsyncOnOwnExecutor {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 2, pool).thenApplyAsync(x -> x + 3, pool);
        System.out.println(future.join());
        pool.shutdown();
    }
}
