//@ pse: --target failure
//@ expect-value: 3/41

import hazard.Symbolic;

public class DivNegatives {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -20, 20);
    int b = Symbolic.integer("b", -5, 5);
    Symbolic.assume(b != 0);
    if (a / b == -3) throw new IllegalStateException();
  }
}
