//@ check: --search dfs
//@ expect: deadlock
//@ message: "last" waits for ever
// Sixty-eight servants wait, as they may; the one who comes after them must not, while main goes round for ever.

public class LastOfSeventyWaits {
    static volatile boolean turn;

    /** Starts a thread, and goes on when it waits. */
    static void start(String name, boolean servant) throws InterruptedException {
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
        }, name);
        thread.setDaemon(servant);
        synchronized (own) {
            thread.start();
            own.wait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 68; i++) {
            start("servant " + i, true);
        }
        start("last", false);
        while (true) {
            turn = !turn;
        }
    }
}
