//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 1 0
// A read lock counts the holds of each thread apart, by the thread's id.

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersCountTheirHolds {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int holds;

    public static void main(String[] args) throws Exception {
        LOCK.readLock().lock();
        Thread other = new Thread(() -> {
            LOCK.readLock().lock();
            holds = LOCK.getReadHoldCount();
            LOCK.readLock().unlock();
        });
        other.start();
        other.join();
        int mine = LOCK.getReadHoldCount();
        LOCK.readLock().unlock();
        System.out.println(holds + " " + mine + " " + LOCK.getReadHoldCount());
    }
}
