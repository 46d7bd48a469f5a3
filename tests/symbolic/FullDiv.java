//@ pse: --target failure
//@ expect-value: 125/536870912

import gov.nasa.jpf.symbc.Debug;

public class FullDiv {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if (a/1000==-3) throw new IllegalStateException();
  }
}
