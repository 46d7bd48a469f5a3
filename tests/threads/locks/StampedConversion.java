//@ check: --search dfs
//@ expect: holds
// A read stamp becomes a write stamp, or is given back first.

import java.util.concurrent.locks.*;
public class StampedConversion {
    static int n; static final StampedLock sl = new StampedLock();
    static void bump() { long s = sl.readLock(); try { while (true) { long w = sl.tryConvertToWriteLock(s); if (w != 0) { s = w; n++; return; } sl.unlockRead(s); s = sl.writeLock(); } } finally { sl.unlock(s); } }
    public static void main(String[] args) throws Exception { Thread a = new Thread(StampedConversion::bump), b = new Thread(StampedConversion::bump); a.start(); b.start(); a.join(); b.join(); if (n != 2) throw new AssertionError(); }
}
