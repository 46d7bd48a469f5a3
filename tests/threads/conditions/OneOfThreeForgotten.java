//@ check: --search dfs
//@ expect: deadlock
// Three wait, two signals come: one waits for ever while the others have ended.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class OneOfThreeForgotten {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition go = lock.newCondition();
    static int tickets;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                lock.lock();
                try {
                    while (tickets == 0) {
                        go.awaitUninterruptibly();
                    }
                    tickets--;
                } finally {
                    lock.unlock();
                }
            }).start();
        }
        lock.lock();
        tickets = 2;
        go.signalAll();
        lock.unlock();
    }
}
