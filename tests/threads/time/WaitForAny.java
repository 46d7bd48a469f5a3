//@ check: --timeouts any
//@ expect: holds
//@ outputs: true | false
// A wait with a time-out for a notification that comes.

public class WaitForAny {
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        }).start();
        synchronized (lock) {
            if (!ready) {
                lock.wait(1000);
            }
            System.out.print(ready);
        }
    }
}
