//@ check: --search dfs
//@ expect: deadlock
//@ message: "last" waits for ever
// Sixty-eight servants wait, as they may; the one who comes after them must not, while main goes round for ever.

public class LastOfSeventyWaits {
    static volatile boolean turn;

    static Thread waiting(String name, boolean servant) {
        Object own = new Object();
        Thread thread = new Thread(() -> {
            synchronized (own) {
                try {
                    own.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }, name);
        thread.setDaemon(servant);
        thread.start();
        return thread;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 68; i++) {
            waiting("servant " + i, true);
        }
        waiting("last", false);
        while (true) {
            turn = !turn;
        }
    }
}
