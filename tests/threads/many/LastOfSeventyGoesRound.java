//@ check: --search dfs --property livelock
//@ expect: livelock
//@ message: "last" goes round for ever
// Sixty-eight wait for somebody who has better things to do, and goes round for ever.

public class LastOfSeventyGoesRound {
    static volatile boolean turn;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 68; i++) {
            Object own = new Object();
            Thread thread = new Thread(() -> {
                synchronized (own) {
                    own.notify();
                    try {
                        own.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            thread.setDaemon(true);
            synchronized (own) {
                thread.start();
                own.wait();
            }
        }
        new Thread(() -> {
            while (true) {
                turn = !turn;
            }
        }, "last").start();
    }
}
