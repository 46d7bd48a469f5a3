//@ pse: --target failure
//@ expect-value: 18446744073709551615/36893488147419103232

import gov.nasa.jpf.symbc.Debug;

public class FullLongNeg {
  public static void main(String[] args) throws Exception {
    long a=Debug.makeSymbolicLong("a"), b=Debug.makeSymbolicLong("b");
    if (a>b) throw new IllegalStateException();
  }
}
