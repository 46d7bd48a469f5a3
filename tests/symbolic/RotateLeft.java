//@ pse: --target failure
//@ expect-value: 2000/4001

import hazard.Symbolic;

public class RotateLeft {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", -2000, 2000);
    int c = Integer.rotateLeft(a, 5);
    if (c < 0 ) throw new IllegalStateException();
  }
}
