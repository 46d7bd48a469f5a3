//@ pse: --target failure
//@ expect-value: 1/4294967296

import gov.nasa.jpf.symbc.Debug;

public class FullAbs {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (Math.abs(a)<0) throw new IllegalStateException();
  }
}
