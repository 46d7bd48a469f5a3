//@ check: --search dfs
//@ expect: exception
// Endless recursion in a thread ends it with StackOverflowError.

public class StackOverflowInThread {
    static int depth(int n) {
        return depth(n + 1) + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> depth(0));
        thread.start();
        thread.join();
    }
}
