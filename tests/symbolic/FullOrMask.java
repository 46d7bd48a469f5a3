//@ pse: --target failure
//@ expect-value: 1853020188851841/18446744073709551616

import gov.nasa.jpf.symbc.Debug;

/** 3^32 of 4^32 pairs have a bit in every place. */
public class FullOrMask {
  public static void main(String[] args) {
    int x = Debug.makeSymbolicInteger("x");
    int y = Debug.makeSymbolicInteger("y");
    if ((x | y) == -1) throw new IllegalStateException();
  }
}
