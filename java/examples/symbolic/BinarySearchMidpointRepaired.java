//@ pse: --target success
//@ expect-value: 1
//@ expect-symbolic: holds
//@ source: J. Bloch, Extra, extra: read all about it: nearly all binary searches and mergesorts are broken, 2006

import hazard.Symbolic;

/**
 * {@link BinarySearchMidpoint} with an unsigned shift, which takes the overflowed sum for the number it is.
 */
public class BinarySearchMidpointRepaired {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, Integer.MAX_VALUE);
    int b = Symbolic.integer("b", 0, Integer.MAX_VALUE);
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    int middle = (low + high) >>> 1;
    if (middle < low || middle > high) {
      throw new ArrayIndexOutOfBoundsException(middle);
    }
  }
}
