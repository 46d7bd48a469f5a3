//@ check: --max-time 40s
//@ expect: assertion
// TwoStage100 with locks that are taken in one method for all: where a thread stands is told by who called it.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

public class TwoStageByMethods100 {
    static final ReentrantLock first = new ReentrantLock();
    static final ReentrantLock second = new ReentrantLock();
    static int one;
    static int two;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> write()));
        }
        threads.add(new Thread(() -> read()));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void acquire(ReentrantLock lock) {
        lock.lock();
    }

    static void release(ReentrantLock lock) {
        lock.unlock();
    }

    static void write() {
        acquire(first);
        one = 1;
        release(first);
        acquire(second);
        two = one + 1;
        release(second);
    }

    static void read() {
        acquire(first);
        int seen = one;
        release(first);
        if (seen == 0) {
            return;
        }
        acquire(second);
        int then = two;
        release(second);
        if (then != seen + 1) {
            throw new AssertionError("between the stages");
        }
    }
}
