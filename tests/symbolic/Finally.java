//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class Finally {
  public static void main(String[] args) throws Exception {
    int i = Symbolic.integer("i", 0, 9);
    int r = 0;
    try {
      if (i > 5) throw new RuntimeException("x");
      r = 10 / (i - 2);
    }
    catch (ArithmeticException e) {
      r = 7;
    }
    finally {
      r += 1;
      if (i == 8) return;
    }
    if (r == 8 || r == 6) throw new IllegalStateException();
  }
}
