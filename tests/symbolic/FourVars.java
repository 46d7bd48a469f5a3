//@ pse: --target failure
//@ expect-value: 11/400

import hazard.Symbolic;

public class FourVars {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    int z = Symbolic.integer("z", 0, 9);
    int w = Symbolic.integer("w", 0, 9);
    if (x + 2*y == z + w && x <= w) throw new IllegalStateException();
  }
}
