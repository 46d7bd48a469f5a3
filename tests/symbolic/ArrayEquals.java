//@ pse: --target failure
//@ expect-value: 1/25

import hazard.Symbolic;

/** Arrays are compared element by element. */
public class ArrayEquals {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 0, 4), y = Symbolic.integer("y", 0, 4);
    if (java.util.Arrays.equals(new int[] {x, 2}, new int[] {3, y})) throw new IllegalStateException();
  }
}
