//@ check: --search dfs
//@ expect: holds
//@ outputs: 11 0 0 0 0 | 2 0 0 0 0 | 3 0 0 0 0 | 5 0 0 0 0 | 7 0 0 0 0
// What can be printed was found by brute force (../pools.py).

import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

public class Pools04 {
    static int x, y, log;
    static volatile int v;
    static final AtomicInteger a = new AtomicInteger();
    static Future<?> f0, f1;

    static synchronized void log(int digit) {
        log = log * 10 + digit;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        f0 = pool.submit(() -> { synchronized (Pools04.class) { x = x * 2 + 1; } });
        f1 = pool.submit(() -> { x = x * 1 + 2; });
        synchronized (Pools04.class) { x = x * 2 + 1; }
        f1.get();
        f0.get();
        pool.shutdown();
        System.out.println(x + " " + y + " " + v + " " + a + " " + log);
    }
}
