//@ check: --search dfs
//@ expect: exception
// An exception in any thread counts, though main ends normally.

public class UncaughtInThread {
    static int[] cells = new int[1];

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> cells[1] = 1);
        thread.start();
        thread.join();
    }
}
