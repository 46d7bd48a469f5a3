//@ pse: --target failure
//@ expect-value: 147/667

import hazard.Symbolic;

public class Cubic {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", -1000, 1000);
    long y = (long) x * x * x - 3L * x;
    if (y > 12345 && y < 99999999) throw new IllegalStateException();
  }
}
