//@ pse: --target failure
//@ expect-value: 3/8

import hazard.Symbolic;

public class BoolOps {
  public static void main(String[] args) throws Exception {
    boolean a = Symbolic.bool("a"), b = Symbolic.bool("b"), c = Symbolic.bool("c");
    if ((a ^ b) & !c | (a & b & c)) throw new IllegalStateException();
  }
}
