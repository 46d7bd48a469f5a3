//@ pse: --target success
//@ expect-value: 1/100

import hazard.Symbolic;

/** The library keeps one box per value up to 127; beyond, each is an object of its own. */
public class BoxIdentity {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 100, 149);
    int y = Symbolic.integer("y", 115, 140);
    Integer a = x, b = y;
    if (a != b) throw new IllegalStateException();
    if (a == Integer.valueOf(119) || a != a) {
      Integer c = y;
      if (c != a || x > 127) throw new IllegalStateException();
      return;
    }
    if (x < 115) throw new IllegalStateException();
  }
}
