//@ pse: --target failure
//@ expect-value: 271/867

import hazard.Symbolic;

public class SwitchOnExpr {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 50);
    int y = Symbolic.integer("y", 0, 50);
    switch ((x + y) & 7) {
      case 0, 3 -> throw new IllegalStateException();
      case 5 -> {
        if (x > y) throw new IllegalStateException();
      }
      default -> {
      }
    }
  }
}
