//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// After shutdown and awaitTermination both tasks have run (a time-out of the await may leave them unfinished: looped).

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class FixedPoolRunsAll {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(ran::incrementAndGet);
        pool.execute(ran::incrementAndGet);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.yield();
        }
        System.out.println(ran);
    }
}
