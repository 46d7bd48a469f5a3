//@ pse: --target failure
//@ expect-value: 1/7

import hazard.Symbolic;

public class UniformSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 6);
    int k = hazard.UniformChoice.make(7);
    if (k == x) throw new IllegalStateException();
  }
}
