//@ pse: --target failure
//@ expect-value: 1/16

import gov.nasa.jpf.symbc.Debug;

public class FullLongShift {
  public static void main(String[] args) throws Exception {
    long a=Debug.makeSymbolicLong("a");
    if ((a>>>60)==9) throw new IllegalStateException();
  }
}
