//@ check: --search dfs
//@ expect: holds
//@ outputs: 6 0 0 0 0 | 6 0 0 0 2
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools17 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        f0 = pool.submit(() -> { synchronized (Pools17.class) { x = x * 2 + 2; } });
        if (f0.isDone()) log(2);
        f1 = pool.submit(() -> { x = x * 2 + 2; });
        f0.get();
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
