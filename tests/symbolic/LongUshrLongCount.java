//@ pse: --target failure
//@ expect-value: 188/451

import hazard.Symbolic;

public class LongUshrLongCount {
  public static void main(String[] args) throws Exception {
    long a = Symbolic.longInteger("a", -20L, 20L);
    long s = Symbolic.longInteger("s", 60L, 70L);
    long c = a >>> s;
    if (c > 4) throw new IllegalStateException();
  }
}
