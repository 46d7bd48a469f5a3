//@ pse: --target success
//@ expect-value: 1/2
// The sign of the reversed bits is the lowest bit.

import hazard.Symbolic;

public class ReverseSign {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x");
    assert Integer.reverse(x) >= 0;
  }
}
