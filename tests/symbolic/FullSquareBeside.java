//@ pse: --target failure
//@ expect-value: 1/2147483648

import hazard.Symbolic;

/** Four roots of 49 in 32 bits, 7, -7, 7 - 2^31 and 2^31 - 7, each above what is left of y's values: 2^33 of 2^64. */
public class FullSquareBeside {
  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    int y = Symbolic.integer("y");
    if (x * x == 49 && x > y) throw new IllegalStateException();
  }
}
