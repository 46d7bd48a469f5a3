//@ pse: --target success
//@ expect-value: 4294967295/4294967296

import hazard.Symbolic;

public class XorShift {
  static boolean holds(int x) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x != 77;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
