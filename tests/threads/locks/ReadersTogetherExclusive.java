//@ check: --search dfs
//@ expect: deadlock
// As ReadersTogether with the write lock: the second never gets in.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersTogetherExclusive {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final CountDownLatch inside = new CountDownLatch(2);

    static void read() throws InterruptedException {
        lock.writeLock().lock();
        inside.countDown();
        inside.await();
        lock.writeLock().unlock();
    }

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
        together(() -> read(), () -> read());
    }
}
