//@ pse: --target failure
//@ expect-value: 415/909

import hazard.Symbolic;

public class IntShlMask {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -50, 50);
    int s = Symbolic.integer("s", -40, 40);
    int c = a << s;
    if (c > 5) throw new IllegalStateException();
  }
}
