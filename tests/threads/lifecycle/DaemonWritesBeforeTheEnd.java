//@ check: --search dfs
//@ expect: assertion
// The daemon's write is met only if it runs before main, and with it the program, ends.

public class DaemonWritesBeforeTheEnd {
    static int level;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> level = 7);
        daemon.setDaemon(true);
        daemon.start();
        assert level == 0;
    }
}
