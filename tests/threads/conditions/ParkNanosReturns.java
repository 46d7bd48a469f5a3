//@ check: --search dfs
//@ expect: holds
// A timed park returns without a permit.

import java.util.concurrent.locks.LockSupport;

public class ParkNanosReturns {
    public static void main(String[] args) throws Exception {
        LockSupport.parkNanos(1000);
        Thread thread = new Thread(() -> LockSupport.parkNanos(1000));
        thread.start();
        thread.join();
    }
}
