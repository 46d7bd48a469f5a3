//@ check: --search dfs
//@ expect: holds
// Each uncaught exception starts the next try, and the third succeeds.

import java.util.concurrent.atomic.*;
public class HandlerRestarts {
    static final AtomicInteger tries = new AtomicInteger();
    static void work() { if (tries.incrementAndGet() < 3) throw new IllegalStateException("try again"); }
    static void start() { Thread t = new Thread(HandlerRestarts::work); t.setUncaughtExceptionHandler((th, e) -> start()); t.start(); }
    public static void main(String[] args) { start(); }
}
