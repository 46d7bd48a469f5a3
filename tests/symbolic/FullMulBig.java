//@ pse: --target failure
//@ expect-value: 1/65536

import gov.nasa.jpf.symbc.Debug;

public class FullMulBig {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a*65536==0) throw new IllegalStateException();
  }
}
