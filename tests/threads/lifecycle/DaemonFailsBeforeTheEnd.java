//@ check: --search dfs
//@ expect: exception
// The program ends with main, but the daemon may run first: 1 / (count - 1) with count 1.

public class DaemonFailsBeforeTheEnd {
    static int count = 1;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> System.out.println(1 / (count - 1)));
        daemon.setDaemon(true);
        daemon.start();
    }
}
