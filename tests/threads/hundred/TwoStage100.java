//@ check: --max-time 10s
//@ expect: assertion
// After twostage_N of SCTBench: two variables are written under two locks, one after the other; one thread looks in between.

import java.util.ArrayList;
import java.util.List;

public class TwoStage100 {
    static final Object first = new Object();
    static final Object second = new Object();
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

    static void write() {
        synchronized (first) {
            one = 1;
        }
        synchronized (second) {
            two = one + 1;
        }
    }

    static void read() {
        int seen;
        synchronized (first) {
            if (one == 0) {
                return;
            }
            seen = one;
        }
        synchronized (second) {
            if (two != seen + 1) {
                throw new AssertionError("between the stages");
            }
        }
    }
}
