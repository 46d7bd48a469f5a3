//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | 2
// invokeAny gives the result of one task that succeeded.

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        System.out.println(pool.invokeAny(List.<Callable<Integer>>of(() -> 1, () -> 2)));
        pool.shutdown();
    }
}
