//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 1
// A task has its result before its worker counts it as completed.

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class CompletedAfterResult {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get();
        System.out.println(pool.getCompletedTaskCount());
        pool.shutdown();
    }
}
