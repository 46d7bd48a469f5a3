//@ pse: --target failure
//@ expect-value: 1/10

import hazard.Symbolic;

public class LongText {
  public static void main(String[] args) {
    long a = Symbolic.longInteger("a", 3000000000L, 3000000299L);
    if (Long.toString(a).length() != 10 || Long.toString(a).endsWith("7")) throw new IllegalStateException();
  }
}
