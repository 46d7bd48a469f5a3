//@ check: --search dfs
//@ expect: exception
// System.exit ends the program while another thread has not run yet; it may run before, and fail.

public class FailsBeforeTheExit {
    public static void main(String[] args) {
        new Thread(() -> {
            throw new IllegalStateException("before the exit");
        }).start();
        System.exit(0);
    }
}
