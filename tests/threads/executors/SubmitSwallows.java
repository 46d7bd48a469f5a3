//@ check: --search dfs
//@ expect: holds
//@ outputs: java.lang.ArithmeticException: / by zero
// An exception of a task given to submit is kept in its Future; get wraps it.

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class SubmitSwallows {
    static int zero;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> future = pool.submit(() -> zero = 1 / zero);
        try {
            future.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        pool.shutdown();
    }
}
