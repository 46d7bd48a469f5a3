//@ check: --search dfs
//@ expect: holds
//@ outputs: worker: boom
// An exception taken by the thread's own handler is handled; the handler runs in the dying thread, before join returns.

public class HandlerTakesException {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("boom");
        }, "worker");
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + ": " + e.getMessage()));
        thread.start();
        thread.join();
    }
}
