//@ expect: assertion

import java.util.concurrent.CompletableFuture;

/** Two asynchronous tasks count without a lock: an update may be lost, whichever threads the library gives them. */
public class AsyncTasksOverlap {
  static int count;

  public static void main(String[] args) {
    CompletableFuture<Void> one = CompletableFuture.runAsync(() -> count++);
    CompletableFuture<Void> two = CompletableFuture.runAsync(() -> count++);
    CompletableFuture.allOf(one, two).join();
    assert count == 2;
  }
}
