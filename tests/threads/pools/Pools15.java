//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 0 0 2 1 | 2 0 0 2 1 | 2 0 0 4 12 | 3 0 0 2 1
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools15 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = new ForkJoinPool(2);
        f0 = pool.submit(() -> { a.addAndGet(1); x = x * 1 + 1; });
        f1 = pool.submit(() -> { a.addAndGet(1); log(1); });
        synchronized (Pools15.class) { x = x * 2 + 1; }
        f1.get();
        if (a.compareAndSet(1, 3)) log(2);
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
