//@ pse: --target failure
//@ expect-value: 13/4001

import hazard.Symbolic;

public class LookupSwitch {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", -2000, 2000);
    switch (x) {
      case -1000: case 7: case 999: throw new IllegalStateException();
      case 1500: break;
      default: if (x > 1990) throw new Error();
    }
  }
}
