//@ check: --search dfs
//@ expect: deadlock
//@ message: "worker #2"
// Two threads of one name are told apart.

public class EqualNamesDeadlock {
    static void lock(Object first, Object second) {
        synchronized (first) { synchronized (second) { } }
    }

    public static void main(String[] args) {
        Object a = new Object(), b = new Object();
        new Thread(() -> lock(a, b), "worker").start();
        new Thread(() -> lock(b, a), "worker").start();
    }
}
