//@ pse: --target success
//@ expect-value: 65/18446744073709551616
// Zero and the 64 powers of two, of all longs.

import hazard.Symbolic;

public class BitCountAllLongs {
  public static void main(String[] args) throws Exception {
    long x = Symbolic.longInteger("x", Long.MIN_VALUE, Long.MAX_VALUE);
    assert Long.bitCount(x) <= 1;
  }
}
