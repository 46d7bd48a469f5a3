//@ check: --search dfs --property livelock:main
//@ expect: holds
// The same, asked of the main thread alone, which ends.

import java.util.concurrent.SynchronousQueue;

public class HotPotatoOther {
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
