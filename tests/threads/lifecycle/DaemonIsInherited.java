//@ check: --search dfs
//@ expect: holds
//@ outputs: true
// A thread made by a daemon is a daemon.

public class DaemonIsInherited {
    public static void main(String[] args) throws Exception {
        boolean[] inherited = new boolean[1];
        Thread parent = new Thread(() -> inherited[0] = new Thread(() -> { }).isDaemon());
        parent.setDaemon(true);
        parent.start();
        parent.join();
        System.out.println(inherited[0]);
    }
}
