//@ pse: --target failure
//@ expect-value: 1/2147483648

import hazard.Symbolic;

/** In 32 bits only zero and one are their own squares. */
public class FullIdempotent {
  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    if (x * x == x) throw new IllegalStateException();
  }
}
