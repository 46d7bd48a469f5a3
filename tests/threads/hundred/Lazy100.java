//@ check: --max-time 10s
//@ expect: assertion
// After lazy01 of SCTBench: the third thread comes last only by luck.

import java.util.ArrayList;
import java.util.List;

public class Lazy100 {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> add(1)));
        }
        threads.add(new Thread(() -> check()));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void add(int amount) {
        synchronized (lock) {
            data += amount;
        }
    }

    static void check() {
        synchronized (lock) {
            if (data >= 3) {
                throw new AssertionError("data is " + data);
            }
        }
    }
}
