//@ pse: --target failure
//@ expect-value: 3/15625000000

import hazard.Symbolic;

/** 360,360 has 192 divisors, all below a million. */
public class ProductIs {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 1, 1_000_000);
    int y = Symbolic.integer("y", 1, 1_000_000);
    if ((long) x * y == 360_360) throw new IllegalStateException();
  }
}
