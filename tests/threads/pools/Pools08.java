//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 1 1 3 2122 | 0 1 1 3 2212 | 0 1 1 3 2221
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools08 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        f0 = CompletableFuture.runAsync(() -> { log(2); if (a.compareAndSet(0, 3)) log(1); });
        v = v * 1 + 1;
        f1 = CompletableFuture.runAsync(() -> { log(2); });
        f1.get();
        log(2);
        f0.get();
        y = y * 2 + 1;
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
