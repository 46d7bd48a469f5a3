//@ check: --search dfs
//@ expect: holds
// The other way round: who finds the task done finds what it wrote.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class DoneMeansWritten {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> { value = 1; });
        assert !task.isDone() || value == 1;
    }
}
