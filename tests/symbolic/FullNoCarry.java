//@ pse: --target failure
//@ expect-value: 617673396283947/4611686018427387904

import gov.nasa.jpf.symbc.Debug;

/** 4 * 3^31 of 4^32 pairs: the carry out of the sign is lost. */
public class FullNoCarry {
  public static void main(String[] args) {
    int x = Debug.makeSymbolicInteger("x");
    int y = Debug.makeSymbolicInteger("y");
    if (x + y == (x ^ y)) throw new IllegalStateException();
  }
}
