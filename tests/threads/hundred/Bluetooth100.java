//@ check: --max-time 10s
//@ expect: assertion
// After the Bluetooth driver of Qadeer and Wu (2004), with 99 dispatchers: the driver is stopped while one is about to enter.

import java.util.ArrayList;
import java.util.List;

public class Bluetooth100 {
    static volatile boolean stopping;
    static volatile boolean stopped;
    static int pending = 1;
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 99; i++) {
            threads.add(new Thread(() -> dispatch()));
        }
        threads.add(new Thread(() -> stop()));
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static boolean enter() {
        if (stopping) {
            return false;
        }
        synchronized (lock) {
            pending++;
        }
        return true;
    }

    static void leave() {
        synchronized (lock) {
            pending--;
            if (pending == 0) {
                stopped = true;
            }
        }
    }

    static void dispatch() {
        if (enter()) {
            if (stopped) {
                throw new AssertionError("it works after it has stopped");
            }
            leave();
        }
    }

    static void stop() {
        stopping = true;
        leave();
    }
}
