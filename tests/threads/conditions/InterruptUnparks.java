//@ check: --search dfs
//@ expect: holds
//@ outputs: true
// An interrupt ends park without clearing the flag.

import java.util.concurrent.locks.LockSupport;

public class InterruptUnparks {
    public static void main(String[] args) throws Exception {
        Thread parked = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            System.out.println(Thread.interrupted());
        });
        parked.start();
        parked.interrupt();
        parked.join();
    }
}
