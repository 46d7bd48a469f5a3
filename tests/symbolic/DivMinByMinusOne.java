//@ pse: --target failure
//@ expect-value: 1/40

import hazard.Symbolic;

public class DivMinByMinusOne {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -2147483648, -2147483639);
    int b = Symbolic.integer("b", -2, 2);
    Symbolic.assume(b != 0);
    int c = a / b;
    if (c < 0 && b < 0) throw new IllegalStateException();
  }
}
