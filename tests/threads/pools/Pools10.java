//@ check: --search dfs
//@ expect: holds
//@ outputs: 11 0 3 0 1 | 3 0 3 0 1 | 5 0 3 0 1 | 7 0 3 0 1
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools10 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        f0 = pool.submit(() -> { v = v * 1 + 2; v = v * 1 + 1; });
        f1 = pool.submit(() -> { synchronized (Pools10.class) { x = x * 2 + 1; } });
        f2 = pool.submit(() -> { x = x * 1 + 2; log(1); });
        f2.get();
        x = x * 2 + 1;
        f1.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
