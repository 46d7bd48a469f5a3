//@ check: --search dfs
//@ expect: holds
//@ outputs: [1, 2][] | [1][2] | [2][1] | [][1, 2]
// drainTo polls again and again: two threads can each get one element.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;

public class BothDrain {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(List.of(1, 2));
        List<Integer> one = new ArrayList<>(), other = new ArrayList<>();
        Thread first = new Thread(() -> queue.drainTo(one)), second = new Thread(() -> queue.drainTo(other));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.print(one + "" + other);
    }
}
