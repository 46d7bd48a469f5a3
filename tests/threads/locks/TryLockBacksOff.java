//@ check: --search dfs
//@ expect: holds
//@ outputs: 0 | 1 | 2
// Opposite orders, but the second lock is only tried; who fails gives up both. No deadlock; when each holds its first lock
// while the other tries, both fail.

import java.util.concurrent.locks.ReentrantLock;

public class TryLockBacksOff {
    static final ReentrantLock a = new ReentrantLock();
    static final ReentrantLock b = new ReentrantLock();
    static int successes;

    static void attempt(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock()) {
                try {
                    successes++;
                } finally {
                    second.unlock();
                }
            }
        } finally {
            first.unlock();
        }
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
        together(() -> attempt(a, b), () -> attempt(b, a));
        assert !a.isLocked() && !b.isLocked();
        System.out.println(successes);
    }
}
