//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | late
// A timed get of a future.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class GetTimesOut {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> future = pool.submit(() -> 1);
        pool.shutdown();
        try {
            System.out.println(future.get(1, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            System.out.println("late");
        }
    }
}
