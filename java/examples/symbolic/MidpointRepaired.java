//@ pse: --target success
//@ expect-value: 1
//@ expect-symbolic: holds
//@ source: J. Bloch, Extra, extra: read all about it: nearly all binary searches and mergesorts are broken, 2006

import hazard.Symbolic;

/**
 * The midpoint of two natural numbers by a + (b - a) / 2: the difference of naturals cannot overflow.
 */
public class MidpointRepaired {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, Integer.MAX_VALUE);
    int b = Symbolic.integer("b", 0, Integer.MAX_VALUE);
    int middle = a + (b - a) / 2;
    if (a <= b) {
      assert a <= middle && middle <= b;
    } else {
      assert b <= middle && middle <= a;
    }
  }
}
