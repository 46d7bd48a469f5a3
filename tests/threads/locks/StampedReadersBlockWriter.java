//@ check: --search dfs
//@ expect: deadlock
// A reader that waits for the writer's flag while holding the read lock.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.StampedLock;

public class StampedReadersBlockWriter {
    static final StampedLock lock = new StampedLock();
    static final CountDownLatch written = new CountDownLatch(1);

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
            long stamp = lock.readLock();
            written.await();
            lock.unlockRead(stamp);
        }, () -> {
            long stamp = lock.writeLock();
            written.countDown();
            lock.unlockWrite(stamp);
        });
    }
}
