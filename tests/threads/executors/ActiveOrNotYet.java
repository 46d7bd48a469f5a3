//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 1
// The worker has begun with its task, or not yet, or is through with it.

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class ActiveOrNotYet {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.execute(() -> { });
        System.out.println(pool.getActiveCount());
        pool.shutdown();
    }
}
