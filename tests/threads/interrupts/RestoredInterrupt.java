//@ check: --search dfs
//@ expect: holds
// The catch block restores the interrupt, the loop ends.

import java.util.concurrent.LinkedBlockingQueue;

public class RestoredInterrupt {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    queue.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        worker.start();
        worker.interrupt();
        worker.join();
    }
}
