//@ check: --search dfs
//@ expect: deadlock
// A ReentrantReadWriteLock cannot be upgraded: the writer waits for all readers, itself among them.

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteUpgrade {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
    }
}
