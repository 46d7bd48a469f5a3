//@ check: --search dfs --property livelock
//@ expect: holds
// The same with a tie-break: only one of the two gives way, and waits (blocking) for the other to be through.

public class TieBroken {
    static final Object lock = new Object();
    static boolean first, second;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                first = true;
            }
            synchronized (lock) {
                first = false;
                lock.notifyAll();
            }
        }, "A").start();
        new Thread(() -> {
            synchronized (lock) {
                try {
                    while (first) {
                        lock.wait();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                second = true;
            }
        }, "B").start();
    }
}
