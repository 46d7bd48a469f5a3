//@ check: --search dfs
//@ expect: assertion
// ConcurrentLinkedDeque is not linearizable: the first element one thread sees is the last that the other takes, although two
// were added. No order of whole operations has that.

import java.util.concurrent.ConcurrentLinkedDeque;

public class DequeEndsDisagree {
    static Integer first, last;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        Thread one = new Thread(() -> {
            deque.addLast(1);
            first = deque.peekFirst();
        });
        Thread other = new Thread(() -> {
            deque.addFirst(2);
            last = deque.pollLast();
        });
        one.start();
        other.start();
        one.join();
        other.join();
        assert !(first == 2 && last == 2);
    }
}
