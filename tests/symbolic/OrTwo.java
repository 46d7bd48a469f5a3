//@ pse: --target failure
//@ expect-value: 1533/4096

import hazard.Symbolic;

public class OrTwo {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -32, 31);
    int b = Symbolic.integer("b", -32, 31);
    if ((a | b) < -5) throw new IllegalStateException();
  }
}
