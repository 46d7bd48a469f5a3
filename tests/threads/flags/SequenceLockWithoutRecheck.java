//@ check: --search dfs
//@ expect: assertion
// The reader sees an even number before, but does not look again after.

public class SequenceLockWithoutRecheck {
    static volatile int seq, a, b;
    public static void main(String[] args) throws Exception {
        Thread w = new Thread(() -> { seq++; a = 1; b = 1; seq++; }); w.start();
        int x, y, s; do { s = seq; x = a; y = b; } while (s % 2 != 0);
        if (x != y) throw new AssertionError("torn"); w.join();
    }
}
