//@ check: --search dfs --property livelock
//@ expect: livelock
// The pair takes turns undoing each other's change; a failed or undone change is tried again.

import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSetForever {
    static final AtomicInteger value = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            do {
                value.compareAndSet(0, 1);
            } while (value.get() != 1);
        }, "up").start();
        new Thread(() -> {
            while (true) {
                value.compareAndSet(1, 0);
            }
        }, "down").start();
    }
}
