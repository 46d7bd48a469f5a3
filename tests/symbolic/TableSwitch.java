//@ pse: --target failure
//@ expect-value: 1/6

import hazard.Symbolic;

public class TableSwitch {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", -5, 12);
    int y;
    switch (x) {
      case 0: y = 1;
      break;
      case 1: y = 5;
      case 2: y = 7;
      break;
      case 4: y = 7;
      break;
      default: y = 0;
    }
    if (y == 7) throw new IllegalStateException();
  }
}
