//@ check: --timeouts late
//@ expect: holds
//@ outputs: 1 | late
// Each sleep is shorter than the time-out, but all together are much longer, unless the wait begins late.

import java.util.concurrent.*;

public class TwoSleepsTogether {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> {
            for (int i = 0; i < 5; i++) {
                Thread.sleep(45);
            }
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
