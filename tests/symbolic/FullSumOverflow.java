//@ pse: --target failure
//@ expect-value: 2147483647/17179869184

import gov.nasa.jpf.symbc.Debug;

public class FullSumOverflow {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a"), b=Debug.makeSymbolicInteger("b");
    int c=a+b;
    if (a>=0 && b>=0 && c<0) throw new IllegalStateException();
  }
}
