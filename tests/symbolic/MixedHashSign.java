//@ pse: --target success
//@ expect-value: 1/2

import hazard.Symbolic;

public class MixedHashSign {
  static boolean holds(int x) {
    x ^= x >>> 16;
    x *= 0x85ebca6b;
    x ^= x >>> 13;
    x *= 0xc2b2ae35;
    x ^= x >>> 16;
    return x < 0;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
