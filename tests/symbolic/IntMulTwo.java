//@ pse: --target failure
//@ expect-value: 5201/10201

import hazard.Symbolic;

public class IntMulTwo {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 60000, 60100);
    int b = Symbolic.integer("b", 60000, 60100);
    int c = a * b;
    if (c > -700000000 && (c & 3) == 0) throw new IllegalStateException();
  }
}
