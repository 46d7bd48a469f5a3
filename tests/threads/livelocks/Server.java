//@ check: --search dfs --property livelock --label '"progress" = invoked:Server.serve()'
//@ expect: holds
// Whoever serves for ever makes progress.

public class Server {
    static volatile int served;
    static void serve() { served = 1 - served; }
    public static void main(String[] args) throws Exception {
        Thread s = new Thread(() -> { while (true) serve(); }, "server");
        s.setDaemon(true); s.start();
        Thread w = new Thread(() -> { while (served == 0) Thread.onSpinWait(); }, "client");
        w.start(); w.join();
        while (true) Thread.yield();
    }
}
