//@ pse: --target failure
//@ expect-value: 1/2

import gov.nasa.jpf.symbc.Debug;

public class FullShl {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((a<<4)<0) throw new IllegalStateException();
  }
}
