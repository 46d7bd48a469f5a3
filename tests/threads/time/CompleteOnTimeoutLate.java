//@ check: --timeouts late
//@ expect: holds
//@ outputs: done
// A time-out of a future is one, though the library schedules it as a task.

import java.util.concurrent.*;

public class CompleteOnTimeoutLate {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        new Thread(() -> future.complete("done")).start();
        System.out.print(future.completeOnTimeout("late", 1, TimeUnit.SECONDS).join());
    }
}
