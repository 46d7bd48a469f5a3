//@ pse: --target failure
//@ expect-value: 1/4

import gov.nasa.jpf.symbc.Debug;

public class FullParity {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a%2==1) throw new IllegalStateException();
  }
}
