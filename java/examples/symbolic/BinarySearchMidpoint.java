//@ pse: --target success
//@ expect-value: 2147483649/4294967296
//@ expect-symbolic: violated
//@ source: J. Bloch, Extra, extra: read all about it: nearly all binary searches and mergesorts are broken, 2006

import hazard.Symbolic;

/**
 * One step of a binary search between two indices, in either order, of an array of any length: the index of the middle is
 * negative whenever the sum overflows. Of N² pairs, N = 2^31, N(N + 1)/2 do not.
 */
public class BinarySearchMidpoint {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, Integer.MAX_VALUE);
    int b = Symbolic.integer("b", 0, Integer.MAX_VALUE);
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    int middle = (low + high) / 2;
    if (middle < low || middle > high) {
      throw new ArrayIndexOutOfBoundsException(middle);
    }
  }
}
