//@ check: --search dfs
//@ expect: holds
//@ outputs: 2 0 1 0 11 | 4 0 1 0 11 | 6 0 1 0 11
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools05 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newScheduledThreadPool(2);
        f0 = pool.submit(() -> { v = v * 2 + 1; synchronized (Pools05.class) { x = x * 2 + 2; } });
        x = x * 1 + 2;
        f1 = pool.submit(() -> { log(1); });
        log(1);
        f0.get();
        f1.get();
        if (a.compareAndSet(1, 3)) log(2);
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
