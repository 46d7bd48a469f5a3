//@ pse: --target failure
//@ expect-value: 146/303

import hazard.Symbolic;

public class IntUshrMask {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -50, 50);
    int s = Symbolic.integer("s", -40, 40);
    int c = a >>> s;
    if (c > 5) throw new IllegalStateException();
  }
}
