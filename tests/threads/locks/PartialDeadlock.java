//@ check: --search dfs
//@ expect: deadlock
// Two threads block each other for ever while a third goes on spinning: not the whole system is stuck, but these two are.

public class PartialDeadlock {
    static final Object a = new Object();
    static final Object b = new Object();
    static volatile boolean stop;

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                return;
            }
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

    public static void main(String[] args) throws Exception {
        Thread one = spawn(() -> both(a, b));
        Thread two = spawn(() -> both(b, a));
        spawn(() -> {
            while (!stop) {
                Thread.yield();
            }
        });
        one.join();
        two.join();
        stop = true;
    }
}
