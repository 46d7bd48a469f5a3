//@ check: --search dfs
//@ expect: exception
// wait() on a Condition object is Object's: its monitor is not held, IllegalMonitorStateException.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionWaitInsteadOfAwait {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        condition.wait();
    }
}
