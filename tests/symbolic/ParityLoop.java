//@ pse: --target success
//@ expect-value: 1/2

import hazard.Symbolic;

public class ParityLoop {
  static boolean holds(int x) {
    int p = 0;
    for (int i = 0; i < 32; i++) p ^= (x >>> i) & 1;
    return p == 0;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
