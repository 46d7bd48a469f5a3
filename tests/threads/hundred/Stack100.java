//@ check: --max-time 10s
//@ expect: exception
// After stack_bad of SCTBench: whether the stack is empty is asked outside of the lock.

import java.util.ArrayList;
import java.util.List;

public class Stack100 {
    static final Object lock = new Object();
    static final int[] items = new int[64];
    static volatile int top;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            threads.add(new Thread(() -> push()));
        }
        for (int i = 0; i < 50; i++) {
            threads.add(new Thread(() -> pop()));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void push() {
        synchronized (lock) {
            items[top] = 1;
            top = top + 1;
        }
    }

    static void pop() {
        if (top > 0) {
            synchronized (lock) {
                top = top - 1;
                items[top] = 0;
            }
        }
    }
}
