//@ check: --max-time 10s
//@ expect: assertion
// After wronglock of SCTBench: most threads guard the counter by another lock than one of them does.

import java.util.ArrayList;
import java.util.List;

public class WrongLock100 {
    static final Object right = new Object();
    static final Object wrong = new Object();
    static int value;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> add(right)));
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> add(wrong)));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void add(Object lock) {
        synchronized (lock) {
            int before = value;
            value = before + 1;
            if (value != before + 1) {
                throw new AssertionError("somebody else wrote");
            }
        }
    }
}
