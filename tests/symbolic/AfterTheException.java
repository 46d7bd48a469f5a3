//@ check: --property assertions
//@ expect-symbolic: violated

import hazard.Symbolic;

/** An exception that ends a thread is not asked about; the assertion that fails after it is. */
public class AfterTheException {
  public static void main(String[] args) throws InterruptedException {
    int x = Symbolic.integer("x", 0, 10);
    Thread thread = new Thread(() -> {
      if (x > 3) {
        throw new IllegalStateException();
      }
    });
    thread.start();
    thread.join();
    assert x < 7;
  }
}
