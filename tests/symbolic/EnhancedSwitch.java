//@ pse: --target failure
//@ expect-value: 1/3

import hazard.Symbolic;

public class EnhancedSwitch {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 11);
    int d = switch (x % 12 + 1) {
      case 1, 3, 5, 7, 8, 10, 12 -> 31;
      case 2 -> 28;
      default -> {
        int q = x;
        yield 30;
      }
    }
    ;
    if (d == 30) throw new IllegalStateException();
  }
}
