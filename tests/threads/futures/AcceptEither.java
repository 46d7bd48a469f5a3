//@ check: --search dfs
//@ expect: holds
//@ outputs: 1 | 2
// The first of two is accepted, once.

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

public class AcceptEither {
    static final AtomicInteger accepted = new AtomicInteger();

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
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        CompletableFuture<Void> done = one.acceptEither(two, accepted::addAndGet);
        Thread first = spawn(() -> one.complete(1));
        Thread second = spawn(() -> two.complete(2));
        first.join();
        second.join();
        done.join();
        System.out.println(accepted);
    }
}
