//@ check: --search dfs
//@ expect: holds
// A thread that waits is seen in state WAITING by whoever holds the monitor after it.

public class StateWaiting {
    static final Object lock = new Object();
    static boolean entered;
    static boolean go;

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
        Thread waiter = spawn(() -> {
            synchronized (lock) {
                entered = true;
                while (!go) {
                    lock.wait();
                }
            }
        });
        synchronized (lock) {
            if (entered) {
                assert waiter.getState() == Thread.State.WAITING;
            }
            go = true;
            lock.notify();
        }
        waiter.join();
    }
}
