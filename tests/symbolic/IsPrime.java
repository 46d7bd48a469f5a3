//@ pse: --target failure
//@ expect-value: 78/401

import hazard.Symbolic;

public class IsPrime {
  static boolean p(int n) {
    if (n < 2) return false;
    for (int d = 2; d * d <= n; d++) if (n % d == 0) return false;
    return true;
  }

  public static void main(String[] args) throws Exception {
    int n = Symbolic.integer("n", 0, 400);
    if (p(n)) throw new IllegalStateException();
  }
}
