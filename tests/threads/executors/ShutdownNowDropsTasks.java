//@ check: --search dfs
//@ expect: holds
//@ outputs: ran 0 dropped 1 | ran 1 dropped 0
// shutdownNow returns the tasks that never began; each task is either run or returned.

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ShutdownNowDropsTasks {
    static final AtomicInteger ran = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(ran::incrementAndGet);
        pool.execute(() -> { });
        List<Runnable> dropped = pool.shutdownNow();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.yield();
        }
        assert dropped.size() <= 1 : "the first task belongs to its worker from the start";
        System.out.println("ran " + ran + " dropped " + (1 - ran.get()));
    }
}
