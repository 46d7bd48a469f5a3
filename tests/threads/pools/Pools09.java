//@ check: --search dfs
//@ expect: holds
//@ outputs: 7 1 0 0 12 | 7 1 0 0 21
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools09 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        f0 = pool.submit(() -> { synchronized (Pools09.class) { x = x * 2 + 1; } log(1); });
        f1 = pool.submit(() -> { synchronized (Pools09.class) { x = x * 2 + 1; } });
        log(2);
        f2 = pool.submit(() -> { synchronized (Pools09.class) { x = x * 2 + 1; } y = y * 2 + 1; });
        f1.get();
        f2.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
