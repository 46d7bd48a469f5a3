//@ check: --search dfs
//@ expect: holds
//@ outputs: interrupted | notified
// A waiter that one thread notifies and another interrupts ends either way, but never hangs (JLS 17.2.4).

public class NotifyAndInterrupt {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!ready) {
                        lock.wait();
                    }
                    System.out.println("notified");
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        });
        waiter.start();
        new Thread(waiter::interrupt).start();
        synchronized (lock) {
            ready = true;
            lock.notify();
        }
        waiter.join();
    }
}
