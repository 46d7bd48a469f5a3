//@ check: --minimize
//@ expect: deadlock
//@ switches: 5 1
// Reached with 5 context switches, 1 of them preemptions, and with no fewer (../switches.py).

public class Switches15 {
    static int x, y;
    static final Object a = new Object(), b = new Object(), c = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            int register = 0;
            synchronized (c) {
                synchronized (a) {
                }
            }
        });
        Thread t2 = new Thread(() -> {
            int register = 0;
            synchronized (c) {
                synchronized (a) {
                }
            }
            synchronized (a) {
                register = x;
                x = register + 1;
            }
        });
        Thread t3 = new Thread(() -> {
            int register = 0;
            synchronized (b) {
                synchronized (a) {
                    synchronized (c) {
                    }
                }
            }
            synchronized (a) {
                register = x;
                x = register + 1;
            }
        });
        Thread t4 = new Thread(() -> {
            int register = 0;
            synchronized (c) {
                synchronized (b) {
                }
            }
            synchronized (a) {
                synchronized (b) {
                }
            }
            synchronized (a) {
                register = x;
                x = register + 1;
            }
        });
        t1.start();
        t2.start();
        t3.start();
        t4.start();
        t1.join();
        t2.join();
        t3.join();
        t4.join();
        assert x == 3 && y == 0;
    }
}
