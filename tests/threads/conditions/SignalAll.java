//@ check: --search dfs
//@ expect: holds
// signalAll lets both waiters go.

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalAll {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition open = lock.newCondition();
    static boolean opened;

    static void enter() throws InterruptedException {
        lock.lock();
        while (!opened) {
            open.await();
        }
        lock.unlock();
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
        together(() -> enter(), () -> enter(), () -> {
            lock.lock();
            opened = true;
            open.signalAll();
            lock.unlock();
        });
    }
}
