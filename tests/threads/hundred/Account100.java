//@ check: --max-time 10s
//@ expect: assertion
// After account_bad of SCTBench: the check runs before all of the deposits have been made.

import java.util.ArrayList;
import java.util.List;

public class Account100 {
    static int balance;
    static int done;
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 98; i++) {
            threads.add(new Thread(() -> deposit()));
        }
        threads.add(new Thread(() -> withdraw()));
        threads.add(new Thread(() -> check()));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void deposit() {
        synchronized (lock) {
            balance++;
        }
        synchronized (lock) {
            done++;
        }
    }

    static void withdraw() {
        synchronized (lock) {
            balance -= 1;
        }
        synchronized (lock) {
            done++;
        }
    }

    static void check() {
        synchronized (lock) {
            if (balance != done && balance - done != 1 && balance - done != -1 && balance - done != -2) {
                throw new AssertionError("two threads are between their halves");
            }
        }
    }
}
