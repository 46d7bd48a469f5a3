//@ check: --search dfs --property livelock
//@ expect: livelock
// Going round for ever is a livelock unless something says that it is progress.

public class ServerUnlabelled {
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
