//@ check: --search dfs
//@ expect: holds
//@ end-states: 0
// A thread that goes round the same states for ever: nothing is violated, but the program never ends, and that is said.

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
