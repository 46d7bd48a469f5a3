//@ check: --search dfs
//@ expect: deadlock
// The same thread as a user thread does.

public class UserThreadBlocked {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }).start();
    }
}
