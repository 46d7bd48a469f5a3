//@ check: --search dfs
//@ expect: holds
//@ outputs: stopped
// An exception ends a periodic task for good; its future reports it.

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PeriodicTaskThrows {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        ScheduledFuture<?> future = pool.scheduleAtFixedRate(() -> {
            throw new IllegalStateException();
        }, 1, 1, TimeUnit.MILLISECONDS);
        try {
            future.get();
        } catch (ExecutionException e) {
            System.out.println("stopped");
        }
        pool.shutdown();
    }
}
