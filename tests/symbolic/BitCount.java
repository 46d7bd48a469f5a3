//@ pse: --target failure
//@ expect-value: 63/256

import hazard.Symbolic;

public class BitCount {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 1023);
    if (Integer.bitCount(a) == 5) throw new IllegalStateException();
  }
}
