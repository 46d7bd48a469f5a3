//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 1
// Who has the first result may stop the pool before the worker takes the second task, or after.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ResultThenShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> first = pool.submit(() -> 1);
        pool.submit(() -> 2);
        first.get();
        System.out.println(pool.shutdownNow().size());
    }
}
