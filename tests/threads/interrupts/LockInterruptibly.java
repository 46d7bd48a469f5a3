//@ check: --search dfs
//@ expect: holds
// lockInterruptibly is.

import java.util.concurrent.locks.ReentrantLock;

public class LockInterruptibly {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Exception {
        Thread blocked = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                assert false : "main holds the lock until this thread ends";
            } catch (InterruptedException e) {
                return;
            }
        });
        lock.lock();
        blocked.start();
        blocked.interrupt();
        blocked.join();
        lock.unlock();
    }
}
