//@ pse: --target failure
//@ expect-value: 254/961

import hazard.Symbolic;

public class CompoundAnd {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 30);
    int y = Symbolic.integer("y", 0, 30);
    if (x > 3 && y < 20 && (x + y) % 2 == 0 && x != y) throw new IllegalStateException();
  }
}
