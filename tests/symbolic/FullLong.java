//@ pse: --target failure
//@ expect-value: 1/4294967296

import gov.nasa.jpf.symbc.Debug;

public class FullLong {
  public static void main(String[] args) throws Exception {
    long a=Debug.makeSymbolicLong("a");
    if ((int)a==a) throw new IllegalStateException();
  }
}
