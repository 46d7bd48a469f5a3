//@ pse: --target failure
//@ expect-value: 1/25

import hazard.Symbolic;

public class ArrayCopy {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    int y = Symbolic.integer("y", 0, 9);
    int[] a = {x, y, 7};
    int[] b = new int[4];
    System.arraycopy(a, 0, b, 1, 3);
    int[] c = a.clone();
    a[0] = 99;
    if (b[1] + b[2] == 11 && c[0] < c[1]) throw new IllegalStateException();
  }
}
