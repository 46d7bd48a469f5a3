//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 0 0 2 0 | 0 0 0 4 2 | 0 0 0 5 1
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools18 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        f0 = pool.submit(() -> { if (a.compareAndSet(0, 3)) log(1); });
        a.addAndGet(1);
        f1 = pool.submit(() -> { if (a.compareAndSet(1, 3)) log(2); });
        a.addAndGet(1);
        f0.get();
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
