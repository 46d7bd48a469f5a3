//@ check: --search dfs
//@ expect: deadlock
// The worker of a pool that is never shut down waits for work for ever and keeps the program alive.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolNeverShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get();
    }
}
