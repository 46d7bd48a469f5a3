//@ pse: --target failure
//@ expect-value: 29/400

import hazard.Symbolic;

public class Hyperbola {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 1, 60);
    int y = Symbolic.integer("y", 1, 60);
    if (x * y <= 60) throw new IllegalStateException();
  }
}
