//@ check:
//@ expect: holds
//@ outputs: Terminated, pool size = 0, active threads = 0, queued tasks = 0, completed tasks = 1]

// The text of a pool says how many tasks it has done, though nobody else asks.
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ScheduledPoolToldAsText {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.schedule(() -> 1, 0, TimeUnit.SECONDS).get();
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        String text = pool.toString();
        System.out.println(text.substring(text.indexOf('[') + 1));
    }
}
