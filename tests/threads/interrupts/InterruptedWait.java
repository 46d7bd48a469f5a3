//@ check: --search dfs
//@ expect: holds
//@ outputs: interrupted
// An interrupt ends a wait, also if it comes before the wait.

public class InterruptedWait {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    assert !Thread.currentThread().isInterrupted();
                    System.out.println("interrupted");
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
    }
}
