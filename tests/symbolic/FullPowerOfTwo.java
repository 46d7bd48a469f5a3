//@ pse: --target failure
//@ expect-value: 33/4294967296

import gov.nasa.jpf.symbc.Debug;

/** A full int is a power of two, or zero. */
public class FullPowerOfTwo {
  public static void main(String[] args) {
    int x = Debug.makeSymbolicInteger("x");
    if ((x & (x - 1)) == 0) throw new IllegalStateException();
  }
}
