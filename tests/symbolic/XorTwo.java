//@ pse: --target failure
//@ expect-value: 5/32

import hazard.Symbolic;

public class XorTwo {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 63);
    int b = Symbolic.integer("b", 0, 63);
    if ((a ^ b) < 10) throw new IllegalStateException();
  }
}
