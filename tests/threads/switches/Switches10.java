//@ check: --minimize
//@ expect: assertion
//@ switches: 5 1
// Reached with 5 context switches, 1 of them preemptions, and with no fewer (../switches.py).

public class Switches10 {
    static int x, y;
    static final Object a = new Object(), b = new Object(), c = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            int register = 0;
            synchronized (b) {
                register = y;
                y = register + 1;
            }
            synchronized (a) {
                register = y;
                y = register + 1;
            }
            register = y;
            y = register + 1;
        });
        Thread t2 = new Thread(() -> {
            int register = 0;
            register = x;
            x = register + 1;
            synchronized (b) {
                register = x;
                x = register + 1;
            }
        });
        Thread t3 = new Thread(() -> {
            int register = 0;
            register = y;
            y = register + 1;
            synchronized (b) {
                register = y;
                y = register + 1;
            }
        });
        t1.start();
        t2.start();
        t3.start();
        t1.join();
        t2.join();
        t3.join();
        assert x == 2 && y == 5;
    }
}
