//@ pse: --target failure
//@ expect-value: 13/20250

import hazard.Symbolic;

public class ProductPythagoras {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 1, 30);
    int y = Symbolic.integer("y", 1, 30);
    int z = Symbolic.integer("z", 1, 45);
    if (x*x + y*y == z*z) throw new IllegalStateException();
  }
}
