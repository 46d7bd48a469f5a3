//@ check: --search dfs
//@ expect: holds
//@ outputs: ab | ba
// A fair lock serves in order of arrival; each order of arrival is possible.

import java.util.concurrent.locks.ReentrantLock;

public class FairReentrantLock {
    static final ReentrantLock lock = new ReentrantLock(true);

    static void say(String letter) {
        lock.lock();
        System.out.print(letter);
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
        together(() -> say("a"), () -> say("b"));
    }
}
