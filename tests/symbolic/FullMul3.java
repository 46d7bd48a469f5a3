//@ pse: --target failure
//@ expect-value: 1/4294967296

import gov.nasa.jpf.symbc.Debug;

public class FullMul3 {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a*3==7) throw new IllegalStateException();
  }
}
