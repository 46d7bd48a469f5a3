//@ pse: --target failure
//@ expect-value: 1/2147483648

import gov.nasa.jpf.symbc.Debug;

public class FullMul2 {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a*2==6) throw new IllegalStateException();
  }
}
