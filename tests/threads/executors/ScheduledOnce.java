//@ check: --search dfs
//@ expect: holds
//@ outputs: tick
// A delayed task runs even though shutdown comes first: the default policy keeps delayed tasks.

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledOnce {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> System.out.println("tick"), 1, TimeUnit.MILLISECONDS);
        pool.shutdown();
    }
}
