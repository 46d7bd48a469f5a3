//@ pse: --target failure
//@ expect-value: 1/8192

import gov.nasa.jpf.symbc.Debug;

public class ShortSquare {
  public static void main(String[] args) throws Exception {
    short a = Debug.makeSymbolicShort("a");
    short b = (short)(a * a);
    if (b == 4) throw new IllegalStateException();
  }
}
