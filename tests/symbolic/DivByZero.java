//@ pse: --target failure
//@ expect-value: 71/451

import hazard.Symbolic;

public class DivByZero {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -20, 20);
    int b = Symbolic.integer("b", -5, 5);
    int c = a / b;
    if (c == 2) throw new IllegalStateException();
  }
}
