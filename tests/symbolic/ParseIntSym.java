//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class ParseIntSym {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", 0, 5);
    String[] t = {"1", "x", "33", "", "-4", "5"};
    int v = Integer.parseInt(t[i]);
    if (v < 0) throw new IllegalStateException();
  }
}
