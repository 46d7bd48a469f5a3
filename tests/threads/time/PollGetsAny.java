//@ check: --timeouts any
//@ expect: holds
//@ outputs: 7 | null
// Somebody will offer what is polled for.

import java.util.concurrent.*;

public class PollGetsAny {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        new Thread(() -> queue.add(7)).start();
        System.out.print(queue.poll(1, TimeUnit.SECONDS));
    }
}
