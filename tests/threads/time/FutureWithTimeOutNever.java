//@ check: --timeouts never
//@ expect: assertion
// A lost update behind a time-out of five seconds: by early time-outs it is hidden.

import java.util.concurrent.*;

public class FutureWithTimeOutNever {
    static int n;

    public static void main(String[] args) throws Exception {
        Runnable add = () -> {
            int seen = n;
            n = seen + 1;
        };
        CompletableFuture<Void> a = CompletableFuture.runAsync(add);
        CompletableFuture<Void> b = CompletableFuture.runAsync(add);
        CompletableFuture.allOf(a, b).get(5, TimeUnit.SECONDS);
        assert n == 2 : n;
    }
}
