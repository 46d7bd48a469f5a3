//@ check: --minimize
//@ expect: deadlock
//@ switches: 3 1
// Reached with 3 context switches, 1 of them preemptions, and with no fewer (../switches.py).

public class Switches17 {
    static int x, y;
    static final Object a = new Object(), b = new Object(), c = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            int register = 0;
            synchronized (c) {
                synchronized (a) {
                    synchronized (b) {
                    }
                }
            }
            synchronized (a) {
                register = x;
                x = register + 1;
            }
        });
        Thread t2 = new Thread(() -> {
            int register = 0;
            synchronized (a) {
                synchronized (c) {
                }
            }
            synchronized (a) {
                synchronized (c) {
                }
            }
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        assert x == 1 && y == 0;
    }
}
