//@ check: --search dfs
//@ expect: deadlock
// The permit is given before the flag is set: the sleeper may use it up, find the flag unset and park for ever.

import java.util.concurrent.locks.LockSupport;

public class UnparkBeforeFlag {
    static volatile boolean go;

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
            while (!go) {
                LockSupport.park();
            }
        });
        LockSupport.unpark(sleeper);
        go = true;
        sleeper.join();
    }
}
