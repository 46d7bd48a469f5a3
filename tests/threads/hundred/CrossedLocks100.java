//@ check: --max-time 10s
//@ expect: deadlock
// After deadlock01 of SCTBench: one of a hundred threads takes the two locks the other way round.

import java.util.ArrayList;
import java.util.List;

public class CrossedLocks100 {
    static final Object left = new Object();
    static final Object right = new Object();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> both(left, right)));
        }
        threads.add(new Thread(() -> both(right, left)));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                count++;
            }
        }
    }
}
