//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 1 | 1 2 | 2 2
// A wait for a condition gives back the lock, also if its time is up when it begins: somebody else may come in.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitWithoutTime {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        Lock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            shared = 2;
            lock.unlock();
        });
        other.start();
        lock.lock();
        shared = 1;
        never.awaitNanos(0);
        int seen = shared;
        lock.unlock();
        other.join();
        System.out.println(seen + " " + shared);
    }
}
