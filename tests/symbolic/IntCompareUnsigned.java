//@ pse: --target failure
//@ expect-value: 20/41

import hazard.Symbolic;

public class IntCompareUnsigned {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", -20, 20);
    int y = Symbolic.integer("y", -20, 20);
    if (Integer.compareUnsigned(x, y) < 0) throw new IllegalStateException();
  }
}
