//@ check: --max-states 1000
//@ expect: inconclusive
//@ exit: 3
// Threads are started for ever, and none needs the others: no choice ever comes, but too many are alive at last, and that is said.

public class StartsThreadsForEver {
    public static void main(String[] args) {
        while (true) {
            new Thread(() -> {}).start();
        }
    }
}
