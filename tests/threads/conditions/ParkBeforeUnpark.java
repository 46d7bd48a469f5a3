//@ check: --search dfs
//@ expect: holds
// A permit given before park is remembered; the flag guards against returning early.

import java.util.concurrent.locks.LockSupport;

public class ParkBeforeUnpark {
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
        go = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
    }
}
