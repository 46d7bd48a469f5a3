// Tasks of a pool that end in the other order.

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Pool {
    static final List<String> order = new CopyOnWriteArrayList<>();

    static void task(String name) {
        order.add(name);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> task("first"));
        pool.execute(() -> task("second"));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        assert !order.equals(List.of("second", "first")) : order;
    }
}

/* jdb
$ watch Pool.order
$ stop at Pool:14
$ cont
Field (Pool.order) is null, will be instance of java.util.concurrent.CopyOnWriteArrayList
$ cont
Breakpoint hit: "thread=pool-1-thread-2", Pool.task(), line=14
$ print name
name = "second"
$ print Pool.order
= "[second]"
$ cont
Breakpoint hit: "thread=pool-1-thread-1", Pool.task(), line=14
$ print Pool.order.size()
= 2
$ where
[1] Pool.task (Pool.java:14)
[2] Pool.lambda$main$0 (Pool.java:18)
java.util.concurrent.ThreadPoolExecutor.runWorker
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", Pool.main(), line=22
*/
