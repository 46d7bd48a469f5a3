//@ check: --max-states 1000
//@ expect: exception
//@ message: unable to create native thread
// Threads are started for ever, and none needs the others: no choice ever comes, but too many are alive at last, as on any machine.

public class StartsThreadsForEver {
    public static void main(String[] args) {
        while (true) {
            new Thread(() -> {}).start();
        }
    }
}
