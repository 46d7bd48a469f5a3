//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 2] | [2] | [2, 3] | [1, 2, 3]
// A copy is no snapshot: 1 may be copied before it is taken, and 3 still be seen.

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

public class CopyBesideUpdates {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2));
        Thread other = new Thread(() -> {
            queue.poll();
            queue.add(3);
        });
        other.start();
        ConcurrentLinkedQueue<Integer> copy = new ConcurrentLinkedQueue<>(queue);
        other.join();
        System.out.print(copy);
    }
}
