//@ check: --timeouts late
//@ expect: holds
//@ outputs: 1 | late
// The task sleeps a hundred times as long as anybody waits for it; but who knows when they begin to wait?

import java.util.concurrent.*;

public class MuchLongerSleepLate {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            Thread.sleep(10_000);
            return 1;
        });
        Thread worker = new Thread(task);
        worker.setDaemon(true);
        worker.start();
        try {
            System.out.print(task.get(100, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            System.out.print("late");
        }
    }
}
