//@ check: --search dfs
//@ expect: holds
//@ outputs: 14 1 0 1 112 | 14 1 0 1 121 | 14 1 0 1 211
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools01 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        f0 = pool.submit(() -> { synchronized (Pools01.class) { x = x * 2 + 2; } a.addAndGet(1); });
        f1 = pool.submit(() -> { log(1); synchronized (Pools01.class) { x = x * 2 + 2; } });
        f2 = pool.submit(() -> { log(1); synchronized (Pools01.class) { x = x * 2 + 2; } });
        f0.get();
        if (f0.isDone()) log(2);
        f1.get();
        f2.get();
        y = y * 2 + 1;
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
