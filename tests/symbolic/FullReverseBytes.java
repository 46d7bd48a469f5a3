//@ pse: --target success
//@ expect-value: 1/65536

import hazard.Symbolic;

public class FullReverseBytes {
  static boolean holds(int x) {
    return Integer.reverseBytes(x) == x;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
