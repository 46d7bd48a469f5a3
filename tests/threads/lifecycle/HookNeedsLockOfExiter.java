//@ check: --search dfs
//@ expect: deadlock
// System.exit waits for the hook, and the hook for the lock that the exiting thread holds.

public class HookNeedsLockOfExiter {
    static final Object lock = new Object();
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { synchronized (lock) { } }, "hook"));
        new Thread(() -> { synchronized (lock) { System.exit(0); } }, "exiter").start();
    }
}
