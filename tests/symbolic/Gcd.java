//@ pse: --target failure
//@ expect-value: 981/1681

import hazard.Symbolic;

public class Gcd {
  static int g(int a, int b) {
    return b == 0 ? a : g(b, a % b);
  }

  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 40);
    int b = Symbolic.integer("b", 0, 40);
    if (g(a, b) == 1) throw new IllegalStateException();
  }
}
