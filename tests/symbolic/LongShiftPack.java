//@ pse: --target failure
//@ expect-value: 34/81

import hazard.Symbolic;

public class LongShiftPack {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", -4, 4);
    int y = Symbolic.integer("y", -4, 4);
    long p = ((long) x << 32) | (y & 0xFFFFFFFFL);
    if ((int)(p >> 32) != x || (int) p != y) throw new Error();
    if (p < -2) throw new IllegalStateException();
  }
}
