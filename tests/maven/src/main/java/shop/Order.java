package shop;

import java.util.concurrent.CompletableFuture;

/** Is packed by another thread. */
public class Order {
    private volatile String state = "new";

    public CompletableFuture<Void> pack() {
        return CompletableFuture.runAsync(() -> state = "packed");
    }

    public String state() {
        return state;
    }
}
