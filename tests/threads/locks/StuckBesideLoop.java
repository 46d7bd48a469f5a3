//@ check: --search dfs
//@ expect: deadlock
// Two threads lock in opposite order and can block each other, while a third goes round for ever: it hides nothing.

public class StuckBesideLoop {
    static final Object left = new Object(), right = new Object();
    static volatile boolean flag;

    public static void main(String[] args) {
        new Thread(() -> both(left, right)).start();
        new Thread(() -> both(right, left)).start();
        while (true) {
            flag = !flag;
        }
    }

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                return;
            }
        }
    }
}
