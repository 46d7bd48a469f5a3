//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 1 0 0 0 | 2 2 0 0 0 | 2 3 0 0 0
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools12 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        f0 = pool.submit(() -> { y = y * 1 + 1; });
        y = y * 1 + 2;
        f1 = pool.submit(() -> { x = x * 1 + 2; });
        f2 = pool.submit(() -> { if (a.compareAndSet(1, 3)) log(2); });
        f1.get();
        f2.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
