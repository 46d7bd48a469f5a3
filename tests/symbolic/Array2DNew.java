//@ pse: --target failure
//@ expect-value: 2/9

import hazard.Symbolic;

public class Array2DNew {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", 1, 3);
    int j = Symbolic.integer("j", 1, 3);
    int[][] a = new int[i][j];
    if (a.length * a[0].length == 6) throw new IllegalStateException();
  }
}
