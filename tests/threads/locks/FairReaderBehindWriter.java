//@ check: --search dfs
//@ expect: deadlock
// A fair lock: the reader waits for the helper, the helper queues behind the writer, the writer waits for the reader.

import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class FairReaderBehindWriter {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
    static final CountDownLatch helperDone = new CountDownLatch(1);
    public static void main(String[] args) {
        new Thread(() -> { rw.readLock().lock(); try { helperDone.await(); } catch (InterruptedException e) { } finally { rw.readLock().unlock(); } }, "reader").start();
        new Thread(() -> { rw.writeLock().lock(); rw.writeLock().unlock(); }, "writer").start();
        new Thread(() -> { rw.readLock().lock(); rw.readLock().unlock(); helperDone.countDown(); }, "helper").start();
    }
}
