//@ check: --search dfs
//@ expect: holds
// A daemon thread blocked for ever does not keep the program alive.

public class DaemonBlocked {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread daemon = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
