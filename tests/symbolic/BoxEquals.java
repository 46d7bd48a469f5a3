//@ pse: --target failure
//@ expect-value: 1/10

import hazard.Symbolic;

public class BoxEquals {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    Integer a = x, b = y;
    if (a.equals(b)) throw new IllegalStateException();
  }
}
