//@ pse: --target failure
//@ expect-value: 44/287

import hazard.Symbolic;

public class RemByZeroCaught {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -20, 20);
    int b = Symbolic.integer("b", -3, 3);
    try {
      int c = a % b;
      if (c == 1) throw new IllegalStateException();
    }
    catch (ArithmeticException e) {
      if (a > 10) throw e;
    }
  }
}
