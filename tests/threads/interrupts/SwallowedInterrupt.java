//@ check: --search dfs
//@ expect: deadlock
// The first take swallows the interrupt that was meant to end the loop; the second take waits for ever.

import java.util.concurrent.LinkedBlockingQueue;

public class SwallowedInterrupt {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    queue.take();
                } catch (InterruptedException e) {
                    System.out.print("");
                }
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
