//@ pse: --target failure
//@ expect-value: 1/2048

import hazard.Symbolic;

/** The cube of every multiple of 2^11 is zero in 32 bits. */
public class FullCubeZero {
  public static void main(String[] args) {
    int x = Symbolic.integer("x");
    if (x * x * x == 0) throw new IllegalStateException();
  }
}
