//@ pse: --target success
//@ expect-value: 4295032827/8589934592

import hazard.Symbolic;

public class FullSquareBelow {
  static boolean holds(int x, int y) {
    return x * x < y;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int y = Symbolic.integer("y", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x, y)) throw new IllegalStateException();
  }
}
