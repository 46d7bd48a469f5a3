//@ check: --search dfs
//@ expect: deadlock
// allOf waits for a stage that depends on allOf itself being joined.

import java.util.concurrent.CompletableFuture;

public class AllOfMissesOne {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        CompletableFuture<Void> stage = gate.thenRun(() -> { });
        CompletableFuture.allOf(stage).join();
        gate.complete(null);
    }
}
