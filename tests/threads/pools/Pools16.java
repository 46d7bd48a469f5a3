//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 0 0 3 1 | 0 0 0 3 12
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools16 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        f0 = CompletableFuture.runAsync(() -> { if (a.compareAndSet(0, 3)) log(1); });
        if (f0.isDone()) log(2);
        f1 = CompletableFuture.runAsync(() -> { if (a.compareAndSet(1, 3)) log(2); });
        f1.get();
        f0.get();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
