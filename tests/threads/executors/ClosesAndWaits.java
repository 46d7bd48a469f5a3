//@ check: --search dfs
//@ expect: holds
// An executor that is closed waits for its tasks, one day after the other, however often that time runs out. (`close` came
// with Java 19; before, its two steps do.)

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class ClosesAndWaits {
    static volatile boolean ran;

    static void close(ExecutorService pool) throws Exception {
        try {
            ExecutorService.class.getMethod("close").invoke(pool);
        } catch (NoSuchMethodException before19) {
            pool.shutdown();
            while (!pool.awaitTermination(1, TimeUnit.DAYS)) {
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> ran = true);
        close(pool);
        if (!ran) {
            throw new AssertionError("closed before the task ran");
        }
    }
}
