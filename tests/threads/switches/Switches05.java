//@ check: --minimize
//@ expect: assertion
//@ switches: 4 1
// Reached with 4 context switches, 1 of them preemptions, and with no fewer (../switches.py).

public class Switches05 {
    static int x, y;
    static final Object a = new Object(), b = new Object(), c = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            int register = 0;
            register = y;
            y = register + 1;
            register = x;
            x = register + 1;
        });
        Thread t2 = new Thread(() -> {
            int register = 0;
            synchronized (a) {
                register = x;
                x = register + 1;
            }
            register = y;
            y = register + 1;
            register = x;
            x = register + 1;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        assert x == 3 && y == 2;
    }
}
