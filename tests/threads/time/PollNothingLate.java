//@ check: --timeouts late
//@ expect: holds
//@ outputs: null
// Nobody ever offers anything.

import java.util.concurrent.*;

public class PollNothingLate {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        System.out.print(queue.poll(1, TimeUnit.SECONDS));
    }
}
