//@ check: --search dfs
//@ expect: holds
//@ outputs: - | false/false | false/true | true/false | true/true
// A task that is cancelled may see that before it is interrupted.

import java.util.concurrent.FutureTask;

public class CancelledBeforeInterrupted {
    static FutureTask<Void> task;
    static String seen = "-";

    public static void main(String[] args) throws InterruptedException {
        task = new FutureTask<>(() -> seen = task.isCancelled() + "/" + Thread.currentThread().isInterrupted(), null);
        Thread thread = new Thread(task);
        thread.start();
        task.cancel(true);
        thread.join();
        System.out.println(seen);
    }
}
