//@ pse: --target failure
//@ expect-value: 32769/65536

import hazard.Symbolic;

/** Squares of all ints from zero up, counted by a loop over them: 1073774592 of 2^31 keep their sign. */
public class HalfSquareSign {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, Integer.MAX_VALUE);
    if (x * x >= 0) throw new IllegalStateException();
  }
}
