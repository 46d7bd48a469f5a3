//@ check: --search dfs
//@ expect: holds
//@ outputs: ran 0 dropped 1 | ran 1 dropped 0
// shutdownNow returns the tasks that never began. The first belongs to its worker from the start; the second is either run or
// returned, never both.

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ShutdownNowDropsTasks {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> { });
        pool.execute(ran::incrementAndGet);
        List<Runnable> dropped = pool.shutdownNow();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.yield();
        }
        System.out.println("ran " + ran + " dropped " + dropped.size());
    }
}
