//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 0 0 1 2222 | 1 0 0 1 22222
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools03 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1, f2;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        f0 = pool.submit(() -> { log(2); });
        f1 = pool.submit(() -> { log(2); synchronized (Pools03.class) { x = x * 2 + 1; } });
        log(2);
        f2 = pool.submit(() -> { if (a.compareAndSet(1, 3)) log(2); a.addAndGet(1); });
        log(2);
        f0.get();
        if (f1.isDone()) log(2);
        f1.get();
        f2.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
