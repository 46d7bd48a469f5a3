//@ check: --search dfs
//@ expect: holds
//@ outputs: 42
// A ScheduledFuture delivers its result.

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledResult {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> future = pool.schedule(() -> 42, 1, TimeUnit.MILLISECONDS);
        System.out.println(future.get());
        pool.shutdown();
    }
}
