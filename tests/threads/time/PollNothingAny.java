//@ check: --timeouts any
//@ expect: holds
//@ outputs: null
// Nobody ever offers anything.

import java.util.concurrent.*;

public class PollNothingAny {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        System.out.print(queue.poll(1, TimeUnit.SECONDS));
    }
}
