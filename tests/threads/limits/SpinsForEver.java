//@ check: --search dfs
//@ expect: holds
// A thread that never ends but goes round a finite cycle of states: nothing is violated, the exploration ends.

public class SpinsForEver {
    static volatile int side;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (true) {
                side = 1 - side;
            }
        }).start();
    }
}
