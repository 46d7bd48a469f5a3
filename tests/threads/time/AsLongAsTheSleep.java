//@ check: --timeouts late
//@ expect: holds
//@ outputs: 1 | late
// A sleep as long as the time-out: either may end first.

import java.util.concurrent.*;

public class AsLongAsTheSleep {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            Thread.sleep(100);
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
