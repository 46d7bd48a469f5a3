//@ check: --search dfs
//@ expect: assertion
// Both miss under the read lock, and both compute under the write lock.

import java.util.*;
import java.util.concurrent.locks.*;
public class CacheWithoutSecondLook {
    static final ReadWriteLock rw = new ReentrantReadWriteLock();
    static final Map<String, Integer> map = new HashMap<>();
    static int computed;
    static int get(String k) {
        rw.readLock().lock();
        try { Integer v = map.get(k); if (v != null) return v; } finally { rw.readLock().unlock(); }
        rw.writeLock().lock();
        try { computed++; map.put(k, 7); return 7; } finally { rw.writeLock().unlock(); }
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> get("x")), b = new Thread(() -> get("x"));
        a.start(); b.start(); a.join(); b.join();
        if (computed != 1) throw new AssertionError("computed " + computed);
    }
}
