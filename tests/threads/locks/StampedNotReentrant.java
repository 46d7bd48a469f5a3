//@ check: --search dfs
//@ expect: deadlock
// A StampedLock is not reentrant: the second writeLock of the same thread blocks for ever.

import java.util.concurrent.locks.StampedLock;

public class StampedNotReentrant {
    public static void main(String[] args) throws Exception {
        StampedLock lock = new StampedLock();
        long outer = lock.writeLock();
        long inner = lock.writeLock();
        lock.unlockWrite(inner);
        lock.unlockWrite(outer);
    }
}
