//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 2
// A single-threaded executor runs tasks in the order of submission.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class SingleThreadInOrder {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> System.out.print("1 "));
        pool.execute(() -> System.out.print("2"));
        pool.shutdown();
    }
}
