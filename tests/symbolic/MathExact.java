//@ pse: --target failure
//@ expect-value: 11/20

import hazard.Symbolic;

public class MathExact {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 2147483640, 2147483647);
    int b = Symbolic.integer("b", 0, 9);
    Math.addExact(a, b);
  }
}
