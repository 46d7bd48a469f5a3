//@ check: --search dfs
//@ expect: assertion
// Tasks are submitted in order, but need not end in order.

import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionOrderAssumed {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> 1);
        service.submit(() -> 2);
        pool.shutdown();
        assert service.take().get() == 1;
    }
}
