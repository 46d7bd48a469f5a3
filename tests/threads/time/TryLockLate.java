//@ check: --timeouts late
//@ expect: holds
//@ outputs: true
// The lock is given back.

import java.util.concurrent.*;

public class TryLockLate {
    public static void main(String[] args) throws Exception {
        java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
        Thread holder = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        holder.start();
        boolean locked = lock.tryLock(1, TimeUnit.SECONDS);
        System.out.print(locked);
        if (locked) {
            lock.unlock();
        }
    }
}
