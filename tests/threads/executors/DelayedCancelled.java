//@ check: --search dfs
//@ expect: holds
//@ outputs: false 1 | true 0 | true 1
// A delay is over at any moment: the task is cancelled in time (true 0), while it runs (true 0 or true 1), or too late.

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class DelayedCancelled {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        Future<?> task = pool.schedule(() -> { value = 1; }, 1, TimeUnit.SECONDS);
        boolean cancelled = task.cancel(false);
        System.out.println(cancelled + " " + value);
        pool.shutdown();
    }
}
