//@ pse: --target failure
//@ expect-value: 8/15

import hazard.Symbolic;

public class AssumeOr {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 50);
    Symbolic.assume(x < 5 || x > 40);
    if (x % 2 == 0) throw new IllegalStateException();
  }
}
