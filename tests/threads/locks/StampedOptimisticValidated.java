//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 2
// The optimistic read is validated and falls back to a read lock.

import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticValidated {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int y;

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
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }, () -> {
            long stamp = lock.tryOptimisticRead();
            int xSeen = x;
            int ySeen = y;
            if (!lock.validate(stamp)) {
                stamp = lock.readLock();
                xSeen = x;
                ySeen = y;
                lock.unlockRead(stamp);
            }
            assert xSeen == ySeen;
            System.out.println(xSeen + ySeen);
        });
    }
}
