//@ check: --search dfs --property races
//@ expect: race
// main reads before it joins.

public class ReadBeforeJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> value++);
        thread.start();
        int seen = value;
        thread.join();
    }
}
