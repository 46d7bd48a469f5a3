//@ pse: --target failure
//@ expect-value: 93/2048

import gov.nasa.jpf.symbc.Debug;

public class ShortCompound {
  public static void main(String[] args) throws Exception {
    short s = Debug.makeSymbolicShort("s");
    s += 40000;
    s >>= 3;
    s ^= 0x55;
    if (s % 11 == 4) throw new IllegalStateException();
  }
}
