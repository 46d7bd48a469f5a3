//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class LongMul {
  public static void main(String[] args) throws Exception {
    long a = Symbolic.longInteger("a", 3037000490L, 3037000509L);
    if (a * a < 0) throw new IllegalStateException();
  }
}
