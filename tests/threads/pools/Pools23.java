//@ check: --search dfs
//@ expect: holds
//@ outputs: 8 2 0 0 2 | 8 2 0 0 22 | 9 2 0 0 2 | 9 2 0 0 22
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools23 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = new ForkJoinPool(2);
        f0 = pool.submit(() -> { log(2); });
        x = x * 1 + 1;
        f1 = pool.submit(() -> { synchronized (Pools23.class) { x = x * 2 + 1; } y = y * 1 + 2; });
        synchronized (Pools23.class) { x = x * 2 + 2; }
        f0.get();
        if (f1.isDone()) log(2);
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
