//@ pse: --target failure
//@ expect-value: 95/1407

import hazard.Symbolic;

public class FloorDivMod {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -100, 100);
    int b = Symbolic.integer("b", 1, 7);
    if (Math.floorMod(a, b) == 2 && Math.floorDiv(a, b) < -3) throw new IllegalStateException();
  }
}
