//@ check: --property livelock
//@ expect: livelock
// A single thread that comes back to the very same state without a choice.

public class SpinsAlone {
    static volatile boolean stop;

    public static void main(String[] args) {
        while (!stop) {
            Thread.onSpinWait();
        }
    }
}
