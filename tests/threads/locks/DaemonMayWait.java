//@ check: --search dfs
//@ expect: holds
// A daemon that waits for ever keeps nobody from ending.

public class DaemonMayWait {
    public static void main(String[] args) throws Exception {
        Object never = new Object();
        Thread waiter = new Thread(() -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        Thread.sleep(10);
    }
}
