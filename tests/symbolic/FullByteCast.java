//@ pse: --target failure
//@ expect-value: 1/256

import gov.nasa.jpf.symbc.Debug;

public class FullByteCast {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a");
    if ((byte)a==5) throw new IllegalStateException();
  }
}
