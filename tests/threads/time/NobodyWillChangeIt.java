//@ check: --property livelock
//@ expect: livelock
// The one who would have changed it has ended.

public class NobodyWillChangeIt {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        other.join();
        while (!ready) {
            Thread.onSpinWait();
        }
    }
}
