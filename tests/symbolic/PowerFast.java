//@ pse: --target failure
//@ expect-value: 16/41

import hazard.Symbolic;

public class PowerFast {
  public static void main(String[] args) throws Exception {
    int b = Symbolic.integer("b", 0, 40);
    int r = 1, x = b, e = 13;
    while (e > 0) {
      if ((e & 1) == 1) r *= x;
      x *= x;
      e >>= 1;
    }
    if (r < 0) throw new IllegalStateException();
  }
}
