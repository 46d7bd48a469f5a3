// Of two threads that would like the same lock, the one that only tries goes without.

import java.util.concurrent.locks.ReentrantLock;

public class Locks {
    static final ReentrantLock lock = new ReentrantLock();
    static int visits;

    static void visit() {
        visits++;
    }

    public static void main(String[] args) throws Exception {
        Thread polite = new Thread(() -> {
            if (lock.tryLock()) {
                try {
                    visit();
                } finally {
                    lock.unlock();
                }
            }
        }, "polite");
        polite.start();
        lock.lock();
        try {
            visit();
        } finally {
            lock.unlock();
        }
        polite.join();
        assert visits == 2 : visits;
    }
}

/* jdb
$ stop in Locks.visit
$ cont
Breakpoint hit: "thread=main", Locks.visit(), line=10
$ print Locks.lock.isLocked()
= true
$ eval Locks.lock.getHoldCount()
= 1
$ step up
Step completed: "thread=main", Locks.main()
$ print Locks.visits
= 1
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", Locks.main(), line=31
*/
