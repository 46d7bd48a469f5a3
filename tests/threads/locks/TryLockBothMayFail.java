//@ check: --search dfs
//@ expect: assertion
// With only tryLock on both sides both may fail: each holds its first lock while the other tries.

import java.util.concurrent.locks.ReentrantLock;

public class TryLockBothMayFail {
    static final ReentrantLock a = new ReentrantLock();
    static final ReentrantLock b = new ReentrantLock();
    static int successes;

    static void attempt(ReentrantLock first, ReentrantLock second) {
        first.lock();
        boolean won = second.tryLock();
        if (won) {
            successes++;
            second.unlock();
        }
        first.unlock();
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
        assert successes == 2;
    }
}
