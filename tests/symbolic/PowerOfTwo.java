//@ pse: --target failure
//@ expect-value: 13/5000

import hazard.Symbolic;

public class PowerOfTwo {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 1, 5000);
    if ((a & (a - 1)) == 0) throw new IllegalStateException();
  }
}
