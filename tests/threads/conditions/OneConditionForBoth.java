//@ check: --search dfs
//@ expect: deadlock
// signal may wake another producer where a consumer is needed.

import java.util.concurrent.locks.*;
public class OneConditionForBoth {
    // one condition for both and signal() for one: the wrong kind may be woken
    final Lock lock = new ReentrantLock(); final Condition changed = lock.newCondition();
    boolean full;
    void put() throws InterruptedException { lock.lock(); try { while (full) changed.await(); full = true; changed.signal(); } finally { lock.unlock(); } }
    void take() throws InterruptedException { lock.lock(); try { while (!full) changed.await(); full = false; changed.signal(); } finally { lock.unlock(); } }
    public static void main(String[] args) throws Exception {
        OneConditionForBoth b = new OneConditionForBoth();
        for (int i = 0; i < 2; i++) new Thread(() -> { try { b.put(); } catch (InterruptedException e) { } }, "producer" + i).start();
        for (int i = 0; i < 2; i++) new Thread(() -> { try { b.take(); } catch (InterruptedException e) { } }, "consumer" + i).start();
    }
}
