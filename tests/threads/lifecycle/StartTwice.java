//@ check: --search dfs
//@ expect: exception
// A thread can be started once: IllegalThreadStateException.

public class StartTwice {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { });
        thread.start();
        thread.start();
    }
}
