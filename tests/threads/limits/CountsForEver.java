//@ check: --search dfs --max-states 2000
//@ expect: inconclusive
//@ exit: 3
// A thread that counts for ever has infinitely many states: the limit is hit, and said so.

public class CountsForEver {
    static volatile long count;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (true) {
                count++;
            }
        }).start();
    }
}
