//@ pse: --target success
//@ expect-value: 1

import hazard.Symbolic;

public class DivisionIdentity {
  static boolean holds(int x, int y) {
    if (y == 0) return true;
    return x / y * y + x % y == x;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int y = Symbolic.integer("y", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x, y)) throw new IllegalStateException();
  }
}
