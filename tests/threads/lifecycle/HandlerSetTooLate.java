//@ check: --search dfs
//@ expect: exception
// The handler is set after start: the thread may be dead by then.

public class HandlerSetTooLate {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("boom");
        });
        thread.start();
        thread.setUncaughtExceptionHandler((t, e) -> { });
        thread.join();
    }
}
