//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class ArraySymLenCaught {
  public static void main(String[] args) throws Exception {
    int n = Symbolic.integer("n", -2, 5);
    try {
      int[] a = new int[n];
      a[2] = 1;
    }
    catch (NegativeArraySizeException e) {
      if (n == -1) throw e;
    }
  }
}
