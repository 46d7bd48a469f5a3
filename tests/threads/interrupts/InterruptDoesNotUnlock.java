//@ check: --search dfs
//@ expect: deadlock
// Waiting for a monitor is not interruptible.

public class InterruptDoesNotUnlock {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread blocked = new Thread(() -> {
            synchronized (lock) {
                return;
            }
        });
        synchronized (lock) {
            blocked.start();
            blocked.interrupt();
            blocked.join();
        }
    }
}
