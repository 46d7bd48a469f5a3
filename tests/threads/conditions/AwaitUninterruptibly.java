//@ check: --search dfs
//@ expect: deadlock
// awaitUninterruptibly is not ended by an interrupt, and nobody signals.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitUninterruptibly {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition never = lock.newCondition();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            lock.lock();
            never.awaitUninterruptibly();
            lock.unlock();
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
    }
}
