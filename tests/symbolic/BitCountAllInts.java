//@ pse: --target success
//@ expect-value: 300540195/2147483648
// C(32,16) of the 2^32 ints have sixteen ones.

import hazard.Symbolic;

public class BitCountAllInts {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x");
    assert Integer.bitCount(x) == 16;
  }
}
