//@ check: --search dfs --property livelock
//@ expect: livelock
// Two threads hand a token to each other whenever they get it; nobody keeps it.

import java.util.concurrent.SynchronousQueue;

public class HotPotato {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<String> there = new SynchronousQueue<>(), back = new SynchronousQueue<>();
        new Thread(() -> pass(back, there), "A").start();
        new Thread(() -> pass(there, back), "B").start();
        back.put("potato");
    }

    static void pass(SynchronousQueue<String> from, SynchronousQueue<String> to) {
        try {
            while (true) {
                to.put(from.take());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
