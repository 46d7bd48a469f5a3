//@ check: --search dfs
//@ expect: holds
//@ outputs: | tick
// A daemon may be cut off before it prints anything.

public class DaemonCutOff {
    public static void main(String[] args) throws Exception {
        Thread daemon = new Thread(() -> System.out.println("tick"));
        daemon.setDaemon(true);
        daemon.start();
    }
}
