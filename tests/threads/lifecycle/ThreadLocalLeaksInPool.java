//@ check: --search dfs
//@ expect: assertion
// A pooled worker keeps the value of the previous task.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadLocalLeaksInPool {
    static final ThreadLocal<String> user = new ThreadLocal<>();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> user.set("alice"));
        boolean clean = pool.submit(() -> user.get() == null).get();
        pool.shutdown();
        assert clean;
    }
}
