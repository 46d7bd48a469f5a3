//@ check: --search dfs --property livelock:main
//@ expect: holds
// Only cycles in which the main thread moves would count; it waits.

import java.util.concurrent.locks.ReentrantLock;
public class OnlyOthersTurn {
    static final ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();
    static void take(ReentrantLock first, ReentrantLock second) {
        while (true) {
            first.lock();
            try {
                if (second.tryLock()) {
                    try { return; } finally { second.unlock(); }
                }
            } finally { first.unlock(); }
        }
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> take(left, right), "A");
        Thread b = new Thread(() -> take(right, left), "B");
        a.start(); b.start(); a.join(); b.join();
    }
}
