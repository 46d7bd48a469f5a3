//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 2 0 0 2 | 2 2 0 0 2 | 3 2 0 0 2
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools24 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        f0 = CompletableFuture.runAsync(() -> { log(2); });
        f1 = CompletableFuture.runAsync(() -> { synchronized (Pools24.class) { x = x * 2 + 1; } y = y * 1 + 2; });
        x = x * 1 + 1;
        f1.get();
        f0.get();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
