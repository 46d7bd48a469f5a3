//@ pse: --target failure
//@ expect-value: 153391689/2147483648

import gov.nasa.jpf.symbc.Debug;

public class FullMod7 {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a%7==3) throw new IllegalStateException();
  }
}
