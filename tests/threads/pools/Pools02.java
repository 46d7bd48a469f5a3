//@ check: --search dfs
//@ expect: holds
//@ outputs: 4 1 0 5 1 | 5 1 0 5 1
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools02 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        f0 = pool.submit(() -> { synchronized (Pools02.class) { x = x * 2 + 1; } });
        if (a.compareAndSet(0, 3)) log(1);
        f1 = pool.submit(() -> { if (a.compareAndSet(0, 3)) log(1); synchronized (Pools02.class) { x = x * 2 + 2; } });
        f2 = pool.submit(() -> { y = y * 1 + 1; });
        a.addAndGet(2);
        f2.get();
        f0.get();
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
