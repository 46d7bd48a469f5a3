//@ check: --search dfs
//@ expect: holds
//@ outputs: boom
// As HandlerTakesException with the handler of last resort.

public class DefaultHandlerTakesException {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(e.getMessage()));
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("boom");
        });
        thread.start();
        thread.join();
    }
}
