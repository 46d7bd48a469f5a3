//@ pse: --target failure
//@ expect-value: 1/4

import gov.nasa.jpf.symbc.Debug;

public class FullLess {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a"), b=Debug.makeSymbolicInteger("b");
    if (a-b<0 != a<b) throw new IllegalStateException();
  }
}
