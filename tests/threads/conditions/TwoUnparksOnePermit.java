//@ check: --search dfs
//@ expect: deadlock
// Permits do not add up: two unparks before two parks leave one.

import java.util.concurrent.locks.LockSupport;

public class TwoUnparksOnePermit {
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

    public static void main(String[] args) throws Exception {
        Thread sleeper = spawn(() -> {
            LockSupport.park();
            LockSupport.park();
        });
        LockSupport.unpark(sleeper);
        LockSupport.unpark(sleeper);
        sleeper.join();
    }
}
