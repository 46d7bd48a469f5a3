//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// With daemon workers the forgotten shutdown does no harm: the program ends with main.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class DaemonPoolNeverShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        System.out.println(pool.submit(() -> 1).get());
    }
}
