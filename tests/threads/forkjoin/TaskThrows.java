//@ check: --search dfs
//@ expect: exception
// The exception of a forked task comes out of invoke.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class TaskThrows {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.invoke(new RecursiveTask<Integer>() {
            @Override
            protected Integer compute() {
                throw new IllegalStateException("task");
            }
        });
    }
}
