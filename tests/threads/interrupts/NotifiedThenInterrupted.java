//@ check: --search dfs
//@ expect: holds
//@ outputs: interrupted | notified true
// Whoever was notified before the interrupt came returns from the wait, and is interrupted still (JLS 17.2.4): or else what
// the notification was for would be lost. Whoever waits later is interrupted at once.

public class NotifiedThenInterrupted {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                    System.out.println("notified " + Thread.currentThread().isInterrupted());
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        });
        waiter.start();
        synchronized (lock) {
            lock.notify();
            waiter.interrupt();
        }
        waiter.join();
    }
}
