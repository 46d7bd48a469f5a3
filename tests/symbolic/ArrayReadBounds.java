//@ pse: --target failure
//@ expect-value: 8/11

import hazard.Symbolic;

public class ArrayReadBounds {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", -3, 7);
    int[] a = {3, 1, 4, 1, 5};
    if (a[i] > 3) throw new IllegalStateException();
  }
}
