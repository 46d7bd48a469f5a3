//@ pse: --target failure
//@ expect-value: 1/2147483648

import gov.nasa.jpf.symbc.Debug;

public class FullNeg {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (-a==a) throw new IllegalStateException();
  }
}
