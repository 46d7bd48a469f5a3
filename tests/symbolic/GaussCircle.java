//@ pse: --target failure
//@ expect-value: 314159053/400040001

import hazard.Symbolic;

/** The points of the disc of radius 10,000 are 314,159,053 (Gauss; OEIS A000328). */
public class GaussCircle {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", -10000, 10000);
    int y = Symbolic.integer("y", -10000, 10000);
    if (x * x + y * y <= 100_000_000) throw new IllegalStateException();
  }
}
