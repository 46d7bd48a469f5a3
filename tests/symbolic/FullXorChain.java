//@ pse: --target failure
//@ expect-value: 2147483547/4294967296

import hazard.Symbolic;

/** Exclusive ors with constants between odd multiples: all values from 101 up. */
public class FullXorChain {
  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    int h = x * 31 + 17;
    h ^= 0x1234;
    h = h * 37 + 5;
    if (h > 100) throw new IllegalStateException();
  }
}
