//@ pse: --target success
//@ expect-value: 8589934591/8589934592

import hazard.Symbolic;

public class FullProductUnequal {
  static boolean holds(int x, int y) {
    return x * y != 7;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int y = Symbolic.integer("y", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x, y)) throw new IllegalStateException();
  }
}
