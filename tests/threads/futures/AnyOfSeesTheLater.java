//@ expect: assertion

import java.util.concurrent.CompletableFuture;

/** Of two tasks either may end first, and anyOf itself looks at one after the other. */
public class AnyOfSeesTheLater {
  public static void main(String[] args) {
    CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1);
    CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2);
    assert CompletableFuture.anyOf(one, two).join().equals(1);
  }
}
