//@ check: --search dfs --property livelock:client
//@ expect: livelock
// The client may look at the wrong moments for ever, though everybody moves again and again.

public class UnluckyClient {
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
