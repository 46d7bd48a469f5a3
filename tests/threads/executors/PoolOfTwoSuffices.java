//@ check: --search dfs
//@ expect: holds
//@ outputs: 2
// With two workers the inner task has a thread of its own.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolOfTwoSuffices {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get() + 1);
        System.out.println(outer.get());
        pool.shutdown();
    }
}
