//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// A saturated pool with CallerRunsPolicy makes the submitter do the work: nothing is lost.

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class CallerRuns {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(),
                new ThreadPoolExecutor.CallerRunsPolicy());
        pool.execute(ran::incrementAndGet);
        pool.execute(ran::incrementAndGet);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.yield();
        }
        System.out.println(ran);
    }
}
