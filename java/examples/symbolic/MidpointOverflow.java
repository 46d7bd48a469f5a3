//@ pse: --target success
//@ expect-value: 3/4
//@ expect-symbolic: violated
//@ source: J. Bloch, Extra, extra: read all about it: nearly all binary searches and mergesorts are broken, 2006

import hazard.Symbolic;

/**
 * The midpoint of two arbitrary ints by (a + b) / 2: wrong whenever the sum overflows, that is for one pair in four.
 */
public class MidpointOverflow {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int b = Symbolic.integer("b", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int middle = (a + b) / 2;
    if (a <= b) {
      assert a <= middle && middle <= b;
    } else {
      assert b <= middle && middle <= a;
    }
  }
}
