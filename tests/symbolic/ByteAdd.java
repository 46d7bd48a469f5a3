//@ pse: --target failure
//@ expect-value: 255/512

import gov.nasa.jpf.symbc.Debug;

public class ByteAdd {
  public static void main(String[] args) throws Exception {
    byte a = Debug.makeSymbolicByte("a"), b = Debug.makeSymbolicByte("b");
    byte c = (byte)(a+b);
    if (c < a) throw new IllegalStateException();
  }
}
