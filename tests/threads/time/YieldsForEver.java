//@ check: --search dfs
//@ expect: holds
//@ end-states: 0
// It never ends, which is said, and wrong only if somebody wants an end.

public class YieldsForEver {
    public static void main(String[] args) {
        for (;;) {
            Thread.yield();
        }
    }
}
