//@ check: --search dfs --property livelock
//@ expect: holds
// Trying again a bounded number of times is no livelock.

import java.util.concurrent.locks.ReentrantLock;

public class RetriesThrice {
    static final ReentrantLock left = new ReentrantLock(), right = new ReentrantLock();

    static void take(ReentrantLock first, ReentrantLock second) {
        for (int tries = 0; tries < 3; tries++) {
            first.lock();
            try {
                if (second.tryLock()) {
                    second.unlock();
                    return;
                }
            } finally {
                first.unlock();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> take(left, right)).start();
        new Thread(() -> take(right, left)).start();
    }
}
