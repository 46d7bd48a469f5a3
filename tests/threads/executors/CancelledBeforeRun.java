//@ check: --search dfs
//@ expect: holds
//@ outputs: cancelled | ran
// A submitted task may be cancelled before its worker comes to it.

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class CancelledBeforeRun {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<String> future = pool.submit(() -> "ran");
        future.cancel(false);
        pool.shutdown();
        try {
            System.out.println(future.get());
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
    }
}
