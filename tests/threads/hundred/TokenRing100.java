//@ check: --max-time 10s
//@ expect: assertion
// After token_ring_bad of SCTBench: who passes the token on assumes that the one before has it.

import java.util.ArrayList;
import java.util.List;

public class TokenRing100 {
    static final int[] ring = new int[100];
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < ring.length; i++) {
            int place = i;
            threads.add(new Thread(() -> pass(place)));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void pass(int place) {
        synchronized (lock) {
            ring[place] = ring[(place + ring.length - 1) % ring.length] + 1;
        }
        synchronized (lock) {
            int before = ring[(place + ring.length - 1) % ring.length];
            if (place > 0 && ring[place] != before + 1) {
                throw new AssertionError("the one before moved on at " + place);
            }
        }
    }
}
