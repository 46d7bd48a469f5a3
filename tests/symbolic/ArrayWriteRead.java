//@ pse: --target failure
//@ expect-value: 1/6

import hazard.Symbolic;

public class ArrayWriteRead {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", 0, 5);
    int j = Symbolic.integer("j", 0, 5);
    int[] a = new int[6];
    a[i] = 1;
    a[j] += 2;
    if (a[2] == 3 || a[2] == 2) throw new IllegalStateException();
  }
}
