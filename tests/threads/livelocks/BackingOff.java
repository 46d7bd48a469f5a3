//@ check: --search dfs --property livelock
//@ expect: livelock
// Each raises its flag, sees the other's, lowers its own and tries again: in step, for ever.

public class BackingOff {
    static volatile boolean first, second;

    public static void main(String[] args) {
        new Thread(() -> {
            first = true;
            while (second) {
                first = false;
                first = true;
            }
            first = false;
        }, "A").start();
        new Thread(() -> {
            second = true;
            while (first) {
                second = false;
                second = true;
            }
            second = false;
        }, "B").start();
    }
}
