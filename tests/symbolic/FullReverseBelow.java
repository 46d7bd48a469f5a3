//@ pse: --target success
//@ expect-value: 65535/131072

import hazard.Symbolic;

public class FullReverseBelow {
  static boolean holds(int x) {
    return Integer.reverse(x) < x;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
