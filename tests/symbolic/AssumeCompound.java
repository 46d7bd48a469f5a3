//@ pse: --target failure
//@ expect-value: 29/85

import hazard.Symbolic;

public class AssumeCompound {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 50);
    int y = Symbolic.integer("y", 0, 50);
    Symbolic.assume(x < y && (x + y) % 3 == 0);
    if (x > 20) throw new IllegalStateException();
  }
}
