//@ pse: --target failure
//@ expect-value: 547/140001

import hazard.Symbolic;

public class CastChain {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -70000, 70000);
    int c = (byte)(char)(short) a;
    if (c == -3) throw new IllegalStateException();
  }
}
