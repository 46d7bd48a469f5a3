//@ check: --search dfs
//@ expect: assertion
// With DiscardPolicy the second task vanishes if the only worker is still busy.

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class DiscardLosesWork {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(),
                new ThreadPoolExecutor.DiscardPolicy());
        pool.execute(ran::incrementAndGet);
        pool.execute(ran::incrementAndGet);
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.yield();
        }
        assert ran.get() == 2;
    }
}
