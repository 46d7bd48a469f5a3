//@ pse: --target success
//@ expect-value: 3/4
// A product is even unless both factors are odd, however it overflows.

import hazard.Symbolic;

public class ProductParity {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x");
    int y = Symbolic.integer("y");
    assert (x * y) % 2 == 0;
  }
}
