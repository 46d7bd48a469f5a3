//@ check: --search dfs
//@ expect: holds
//@ outputs: 1
// Downgrading is allowed: take the read lock while holding the write lock, then release the latter.

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteDowngrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;

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
            lock.writeLock().lock();
            value = 1;
            lock.readLock().lock();
            lock.writeLock().unlock();
            System.out.println(value);
            lock.readLock().unlock();
        }, () -> {
            lock.readLock().lock();
            assert value == 0 || value == 1;
            lock.readLock().unlock();
        });
    }
}
