//@ pse: --target failure
//@ expect-value: 3660/10001

import hazard.Symbolic;

public class IntWrapMul {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 40000, 50000);
    int c = a * a;
    if (c < 0) throw new IllegalStateException();
  }
}
