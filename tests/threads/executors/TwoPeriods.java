//@ check: --search dfs
//@ expect: holds
// Two tasks that come again and again, for ever: finitely many states, since only the time that is left matters.

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class TwoPeriods {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        pool.scheduleAtFixedRate(() -> { value = 1; }, 1, 1, TimeUnit.SECONDS);
        pool.scheduleAtFixedRate(() -> { value = 2; }, 1, 2, TimeUnit.SECONDS);
    }
}
