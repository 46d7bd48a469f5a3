//@ pse: --target failure
//@ expect-value: 3074457343470774955/18446744073709551616

import gov.nasa.jpf.symbc.Debug;

public class FullThree {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a"),b=Debug.makeSymbolicInteger("b"),c=Debug.makeSymbolicInteger("c");
    if (a<b && b<c) throw new IllegalStateException();
  }
}
