//@ pse: --target failure
//@ expect-value: 1/16

import gov.nasa.jpf.symbc.Debug;

public class FullShr {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((a>>>28)==10) throw new IllegalStateException();
  }
}
