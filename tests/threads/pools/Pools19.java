//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 1 0 2 2 | 0 1 0 2 22
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools19 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        f0 = pool.submit(() -> { y = y * 2 + 1; });
        if (f0.isDone()) log(2);
        f1 = pool.submit(() -> { if (a.compareAndSet(1, 3)) log(2); });
        f1.get();
        log(2);
        f0.get();
        a.addAndGet(2);
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
