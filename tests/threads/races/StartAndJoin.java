//@ check: --search dfs --property races
//@ expect: holds
// start and join order the accesses of parent and child.

public class StartAndJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        Thread thread = new Thread(() -> value++);
        thread.start();
        thread.join();
        value++;
    }
}
