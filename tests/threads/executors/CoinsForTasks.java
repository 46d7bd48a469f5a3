//@ check: --search dfs
//@ expect: deadlock
// Each task captures a coin. The pool is never shut down, so that its workers wait for ever; that shows a second time, too, when nobody has
// learned meanwhile that other fields at the same place as the captured ones are shared.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CoinsForTasks {
    static int total;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        int first = hazard.Coin.flip();
        Future<?> added = pool.submit(() -> { total += first; });
        int second = hazard.Coin.flip();
        Future<?> other = pool.submit(() -> { total += second; });
        added.get();
        other.get();
    }
}
