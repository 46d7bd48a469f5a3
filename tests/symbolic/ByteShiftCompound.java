//@ pse: --target failure
//@ expect-value: 1/2

import gov.nasa.jpf.symbc.Debug;

public class ByteShiftCompound {
  public static void main(String[] args) throws Exception {
    byte a = Debug.makeSymbolicByte("a");
    a >>>= 1;
    if (a < 0) throw new IllegalStateException();
  }
}
