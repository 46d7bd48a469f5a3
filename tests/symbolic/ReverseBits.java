//@ pse: --target failure
//@ expect-value: 129/256

import hazard.Symbolic;

public class ReverseBits {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 255);
    if (Integer.reverse(a) >>> 24 == 17 || Integer.reverse(a) < 0) throw new IllegalStateException();
  }
}
