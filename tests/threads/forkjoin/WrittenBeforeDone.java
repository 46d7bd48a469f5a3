//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 false | 0 true | 1 false | 1 true
// A task has written its value before it is done: who reads the value first may see any pair.

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class WrittenBeforeDone {
    static volatile int value;

    public static void main(String[] args) throws Exception {
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> { value = 1; });
        int read = value;
        System.out.println(read + " " + task.isDone());
        task.join();
    }
}
