//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 2 | 2 1
// A completion service hands out results in the order in which tasks end.

import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionOrder {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> 1);
        service.submit(() -> 2);
        int first = service.take().get();
        int second = service.take().get();
        pool.shutdown();
        System.out.println(first + " " + second);
    }
}
