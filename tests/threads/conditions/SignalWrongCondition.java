//@ check: --search dfs
//@ expect: deadlock
// Two conditions on one lock, and the producer signals its own.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalWrongCondition {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition notEmpty = lock.newCondition();
    static final Condition notFull = lock.newCondition();
    static boolean full;

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
            while (!full) {
                notEmpty.await();
            }
            full = false;
            notFull.signal();
            lock.unlock();
        }, () -> {
            lock.lock();
            while (full) {
                notFull.await();
            }
            full = true;
            notFull.signal();
            lock.unlock();
        });
    }
}
