//@ check: --search dfs
//@ expect: holds
//@ outputs: 3
// A cached pool ends its idle workers after shutdown.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CachedPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Future<Integer> one = pool.submit(() -> 1);
        Future<Integer> two = pool.submit(() -> 2);
        pool.shutdown();
        System.out.println(one.get() + two.get());
    }
}
