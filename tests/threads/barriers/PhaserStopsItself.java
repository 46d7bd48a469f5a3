//@ check: --search dfs
//@ expect: holds
// onAdvance terminates the phaser after two phases.

import java.util.concurrent.*;
public class PhaserStopsItself {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2) { protected boolean onAdvance(int phase, int parties) { return phase >= 1; } };
        Runnable r = () -> { int n = 0; while (!phaser.isTerminated()) { phaser.arriveAndAwaitAdvance(); n++; } if (n != 2) throw new AssertionError("" + n); };
        Thread a = new Thread(r), b = new Thread(r);
        a.start(); b.start(); a.join(); b.join();
    }
}
