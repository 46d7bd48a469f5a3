//@ check: --search dfs --max-instructions 20000000
//@ expect: inconclusive
//@ exit: 3
// A thread that counts for ever, alone: it never comes to a choice or to a state it was in. The limit is hit, and said so.

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
