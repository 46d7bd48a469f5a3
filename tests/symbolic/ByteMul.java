//@ pse: --target failure
//@ expect-value: 3/512

import gov.nasa.jpf.symbc.Debug;

public class ByteMul {
  public static void main(String[] args) throws Exception {
    byte a = Debug.makeSymbolicByte("a"), b = Debug.makeSymbolicByte("b");
    byte c = (byte)(a*b);
    if (c == 12) throw new IllegalStateException();
  }
}
