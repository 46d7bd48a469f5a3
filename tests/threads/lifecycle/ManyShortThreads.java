//@ check: --search dfs
//@ expect: holds
//@ outputs: 5
// Five threads one after the other: no interleaving, a straight line of states.

public class ManyShortThreads {
    static int count;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 5; i++) {
            Thread thread = new Thread(() -> count++);
            thread.start();
            thread.join();
        }
        System.out.println(count);
    }
}
