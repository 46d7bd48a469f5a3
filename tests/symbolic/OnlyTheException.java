//@ check: --property assertions
//@ expect-symbolic: holds

import hazard.Symbolic;

/** An exception that nobody asks about is no violation. */
public class OnlyTheException {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 10);
    if (x == 3) {
      throw new IllegalStateException();
    }
    assert x != 3;
  }
}
