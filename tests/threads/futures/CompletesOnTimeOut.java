//@ check: --search dfs
//@ expect: holds
// Either the thread or the time-out completes the future.

import java.util.concurrent.*;
public class CompletesOnTimeOut {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> f = new CompletableFuture<String>().completeOnTimeout("late", 1, TimeUnit.SECONDS);
        Thread t = new Thread(() -> f.complete("soon")); t.start();
        String s = f.get();
        System.out.println(s);
        t.join();
        if (!s.equals("late") && !s.equals("soon")) throw new AssertionError();
    }
}
