//@ pse: --target failure
//@ expect-value: 10/17

import hazard.Symbolic;

public class LongWrap {
  public static void main(String[] args) throws Exception {
    long a = Symbolic.longInteger("a", Long.MAX_VALUE - 40, Long.MAX_VALUE);
    long b = Symbolic.longInteger("b", 0L, 50L);
    if (a + b < 0) throw new IllegalStateException();
  }
}
