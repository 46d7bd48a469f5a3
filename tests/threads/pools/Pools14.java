//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 2 2 2 2 | 0 2 2 5 12
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools14 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        f0 = pool.submit(() -> { y = y * 2 + 2; a.addAndGet(2); });
        f1 = pool.submit(() -> { if (a.compareAndSet(0, 3)) log(1); log(2); });
        f0.get();
        v = v * 2 + 2;
        f1.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
