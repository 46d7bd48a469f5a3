//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 1 0 0 0 | 2 2 0 0 0 | 2 3 0 0 0 | 2 5 0 0 0 | 2 6 0 0 0 | 2 7 0 0 0
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools22 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        f0 = pool.submit(() -> { y = y * 2 + 1; x = x * 2 + 2; });
        y = y * 2 + 2;
        f1 = pool.submit(() -> { y = y * 1 + 1; });
        f1.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
