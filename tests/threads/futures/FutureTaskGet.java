//@ check: --search dfs
//@ expect: holds
//@ outputs: 5
// A FutureTask is run by one thread and awaited by another.

import java.util.concurrent.FutureTask;

public class FutureTaskGet {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 5);
        new Thread(task).start();
        System.out.println(task.get());
    }
}
