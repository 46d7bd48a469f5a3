//@ pse: --target failure
//@ expect-value: 1/30001

import hazard.Symbolic;

/** (x - y)(x + y) is zero on the diagonal: 30,001 pairs. */
public class ProductOfSums {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 30_000);
    int y = Symbolic.integer("y", 0, 30_000);
    if ((x - y) * (x + y) == 0) throw new IllegalStateException();
  }
}
