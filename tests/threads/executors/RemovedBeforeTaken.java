//@ check: --search dfs
//@ expect: holds
//@ outputs: false 11 | true 10
// A task is removed from the queue, or it has been taken and runs: never both, never neither.

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class RemovedBeforeTaken {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        Runnable second = () -> { value = value + 1; };
        pool.execute(() -> { value = value + 10; });
        pool.execute(second);
        boolean removed = pool.remove(second);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.DAYS)) {
            Thread.yield();
        }
        System.out.println(removed + " " + value);
    }
}
