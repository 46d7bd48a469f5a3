//@ check: --search dfs
//@ expect: holds
// Condition of a ReentrantLock: await releases the lock and takes it again.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockCondition {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition nonZero = lock.newCondition();
    static int stock;

    /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
    interface Body {
        void run() throws Exception;
    }

    static Thread spawn(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = spawn(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    public static void main(String[] args) throws Exception {
        together(() -> {
            lock.lock();
            try {
                while (stock == 0) {
                    nonZero.await();
                }
                stock--;
            } finally {
                lock.unlock();
            }
        }, () -> {
            lock.lock();
            try {
                stock++;
                nonZero.signal();
            } finally {
                lock.unlock();
            }
        });
        assert stock == 0;
    }
}
