//@ check: --search dfs
//@ expect: assertion
// A periodic task runs any number of times before the shutdown: also four times.

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class PeriodUntilShutdown {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleAtFixedRate(() -> { value = Math.min(value + 1, 4); }, 1, 1, TimeUnit.SECONDS);
        Thread.sleep(3500);
        pool.shutdown();
        assert value < 4;
    }
}
