//@ check: --max-time 10s
//@ expect: assertion
// After reorder_N of SCTBench (Thomson, Donaldson and Betts 2014): 99 threads write two variables, one reads them between.

import java.util.ArrayList;
import java.util.List;

public class Reorder100 {
    static volatile int a;
    static volatile int b;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> set()));
        }
        threads.add(new Thread(() -> check()));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        boolean before = a == 0 && b == 0;
        boolean after = a == 1 && b == -1;
        if (!before && !after) {
            throw new AssertionError("a is written, b is not");
        }
    }
}
