//@ pse: --target failure
//@ expect-value: 1073741824/2147483649

import gov.nasa.jpf.symbc.Debug;

public class FullMid {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a"), b=Debug.makeSymbolicInteger("b");
    Debug.assume(a>=0 && b>=a);
    int m=(a+b)/2;
    assert m>=a;
  }
}
