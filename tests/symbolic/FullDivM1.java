//@ pse: --target failure
//@ expect-value: 1/4294967296

import gov.nasa.jpf.symbc.Debug;

public class FullDivM1 {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a/-1==a && a!=0) throw new IllegalStateException();
  }
}
