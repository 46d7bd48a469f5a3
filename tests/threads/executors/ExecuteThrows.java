//@ check: --search dfs
//@ expect: exception
// An exception of a task given to execute ends its worker uncaught.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecuteThrows {
    static int zero;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> zero = 1 / zero);
        pool.shutdown();
    }
}
