//@ check: --search dfs
//@ expect: assertion
// The callback may run in the completing thread or, if the future is already complete, in the registering one: relying on
// the former is wrong.

import java.util.concurrent.CompletableFuture;

public class CallbackThreadRace {
    /** A body may block; none of these is meant to be interrupted unless it handles that itself. */
    interface Body {
        void run() throws Exception;
    }

    static Thread spawn(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread[] ranIn = new Thread[1];
        Thread completer = spawn(() -> future.complete(1));
        future.thenAccept(value -> ranIn[0] = Thread.currentThread());
        completer.join();
        assert ranIn[0] == completer;
    }
}
