//@ pse: --target failure
//@ expect-value: 1/65536

import gov.nasa.jpf.symbc.Debug;

public class FullShortMul {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((short)(a*5)==5) throw new IllegalStateException();
  }
}
