//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 0 0 0 122 | 1 0 0 0 1222 | 1 0 0 0 212
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools06 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        f0 = pool.submit(() -> { log(1); });
        if (f0.isDone()) log(2);
        f1 = pool.submit(() -> { log(2); synchronized (Pools06.class) { x = x * 2 + 1; } });
        f0.get();
        log(2);
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
