//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class Parity {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 1023);
    int p = a;
    p ^= p >> 8;
    p ^= p >> 4;
    p ^= p >> 2;
    p ^= p >> 1;
    if ((p & 1) == 1) throw new IllegalStateException();
  }
}
