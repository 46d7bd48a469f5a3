//@ pse: --target success
//@ expect-value: 1048575/2097152

import hazard.Symbolic;

public class FullHighestOneBit {
  static boolean holds(int x) {
    return Integer.highestOneBit(x) > 1024;
  }

  public static void main(String[] args) {
    int x = Symbolic.integer("x", Integer.MIN_VALUE, Integer.MAX_VALUE);
    if (!holds(x)) throw new IllegalStateException();
  }
}
