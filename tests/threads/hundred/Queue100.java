//@ check: --max-time 10s
//@ expect: assertion
// After queue_bad of SCTBench: a flag that tells of one element is reset by whoever comes too late.

import java.util.ArrayList;
import java.util.List;

public class Queue100 {
    static final Object lock = new Object();
    static int stored;
    static boolean announced;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            threads.add(new Thread(() -> put()));
        }
        for (int i = 0; i < 50; i++) {
            threads.add(new Thread(() -> take()));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void put() {
        synchronized (lock) {
            stored++;
        }
        synchronized (lock) {
            announced = true;
        }
    }

    static void take() {
        boolean mayTake;
        synchronized (lock) {
            mayTake = announced;
        }
        if (mayTake) {
            synchronized (lock) {
                if (stored == 0) {
                    throw new AssertionError("two took the same");
                }
                stored--;
                announced = stored > 0;
            }
        }
    }
}
