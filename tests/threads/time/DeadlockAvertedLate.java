//@ check: --timeouts late
//@ expect: holds
// A time-out saves them from each other.

import java.util.concurrent.*;

public class DeadlockAvertedLate {
    public static void main(String[] args) throws Exception {
        java.util.concurrent.locks.ReentrantLock a = new java.util.concurrent.locks.ReentrantLock();
        java.util.concurrent.locks.ReentrantLock b = new java.util.concurrent.locks.ReentrantLock();
        Thread other = new Thread(() -> {
            b.lock();
            a.lock();
            a.unlock();
            b.unlock();
        });
        other.start();
        a.lock();
        if (b.tryLock(1, TimeUnit.SECONDS)) {
            b.unlock();
        }
        a.unlock();
        other.join();
    }
}
