//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 0 1 3 12 | 0 0 1 6 112
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools11 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        f0 = pool.submit(() -> { a.addAndGet(1); a.addAndGet(2); });
        if (a.compareAndSet(0, 3)) log(1);
        f1 = pool.submit(() -> { v = v * 1 + 1; });
        f2 = pool.submit(() -> { log(1); log(2); });
        f1.get();
        f2.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
