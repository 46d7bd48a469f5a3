//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// invokeAll returns when every task is done.

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2))) {
            assert future.isDone();
            sum += future.get();
        }
        pool.shutdown();
        System.out.println(sum);
    }
}
