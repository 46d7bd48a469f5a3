//@ pse: --target failure
//@ expect-value: 1/16

import gov.nasa.jpf.symbc.Debug;

public class FullHash {
  public static void main(String[] args) throws Exception {
    int h=Debug.makeSymbolicInteger("h");
    if (((h^(h>>>16))&15)==3) throw new IllegalStateException();
  }
}
