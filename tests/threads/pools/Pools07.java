//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 0 0 0 12 | 2 0 0 0 21 | 4 0 0 0 12 | 4 0 0 0 21 | 6 0 0 0 12 | 6 0 0 0 21
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools07 {
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
        f1 = pool.submit(() -> { log(1); synchronized (Pools07.class) { x = x * 2 + 2; } });
        f0.get();
        x = x * 1 + 2;
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
