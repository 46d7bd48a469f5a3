//@ check: --search dfs
//@ expect: holds
// tryConvertToWriteLock succeeds only for a single reader; who fails releases and takes the write lock.

import java.util.concurrent.locks.StampedLock;

public class StampedUpgrade {
    static final StampedLock lock = new StampedLock();
    static int count;

    static void increment() {
        long stamp = lock.readLock();
        long upgraded = lock.tryConvertToWriteLock(stamp);
        if (upgraded == 0) {
            lock.unlockRead(stamp);
            upgraded = lock.writeLock();
        }
        count++;
        lock.unlock(upgraded);
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
        together(() -> increment(), () -> increment());
        assert count == 2;
    }
}
