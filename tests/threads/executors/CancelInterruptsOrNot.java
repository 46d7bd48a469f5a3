//@ check: --search dfs
//@ expect: holds
//@ outputs: false 1 | true 0 | true 1 | true 2
// Cancelled before it begins, the task never runs (0). While it runs, it may notice the interrupt (2) or have looked
// before it (1). Afterwards it cannot be cancelled (false 1).

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class CancelInterruptsOrNot {
    static volatile int seen;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> task = pool.submit(() -> { seen = Thread.currentThread().isInterrupted() ? 2 : 1; });
        boolean cancelled = task.cancel(true);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.DAYS)) {
            Thread.yield();
        }
        System.out.println(cancelled + " " + seen);
    }
}
