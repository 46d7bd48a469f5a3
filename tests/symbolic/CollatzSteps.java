//@ pse: --target failure
//@ expect-value: 7/60

import hazard.Symbolic;

public class CollatzSteps {
  public static void main(String[] args) throws Exception {
    int n = Symbolic.integer("n", 1, 300);
    long v = n;
    int k = 0;
    while (v != 1 && k < 12) {
      v = v % 2 == 0 ? v / 2 : 3 * v + 1;
      k++;
    }
    if (v == 1) throw new IllegalStateException();
  }
}
