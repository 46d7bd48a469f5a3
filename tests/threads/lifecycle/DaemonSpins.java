//@ check: --search dfs
//@ expect: holds
//@ outputs: end
// A daemon that never ends does not prevent the end of the program.

public class DaemonSpins {
    static volatile int spins;

    public static void main(String[] args) throws Exception {
        Thread daemon = new Thread(() -> {
            while (true) {
                spins = 1 - spins;
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        System.out.println("end");
    }
}
