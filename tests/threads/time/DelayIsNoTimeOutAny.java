//@ check: --timeouts any
//@ expect: holds
//@ outputs: true | ran false | ran true | trueran
// A task due later comes at any moment, whatever time-outs do. One that has begun can still be cancelled, and goes on all the same.

import java.util.concurrent.*;

public class DelayIsNoTimeOutAny {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> task = pool.schedule(() -> System.out.print("ran "), 10, TimeUnit.MILLISECONDS);
        System.out.print(task.cancel(false));
        pool.shutdownNow();
    }
}
