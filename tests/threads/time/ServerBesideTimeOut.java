//@ check: --timeouts late
//@ expect: holds
//@ outputs: stopped
// Two threads that hand something to and fro do not put a time-out off for ever.

import java.util.concurrent.*;

public class ServerBesideTimeOut {
    static volatile boolean stop;
    static volatile int turn;

    static void play(int me) {
        while (!stop) {
            if (turn == me) {
                turn = 1 - me;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> play(0));
        Thread b = new Thread(() -> play(1));
        a.start();
        b.start();
        new Semaphore(0).tryAcquire(1, TimeUnit.SECONDS);
        stop = true;
        a.join();
        b.join();
        System.out.print("stopped");
    }
}
