//@ check: --search dfs
//@ expect: holds
//@ outputs: false
// Nobody ever signals: the timed await returns false, it is no deadlock.

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitTimesOut {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        System.out.println(never.await(10, TimeUnit.MILLISECONDS));
        lock.unlock();
    }
}
