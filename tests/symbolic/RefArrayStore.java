//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class RefArrayStore {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", 0, 3);
    Object[] a = new String[3];
    a[i] = "s";
    if (a[1] != null) throw new IllegalStateException();
  }
}
