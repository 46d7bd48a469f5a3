//@ pse: --target failure
//@ expect-value: 1/4

import gov.nasa.jpf.symbc.Debug;

public class FullIntLong {
  public static void main(String[] args) throws Exception {
    int a=Debug.makeSymbolicInteger("a"), b=Debug.makeSymbolicInteger("b");
    long s=(long)a+b;
    if (s!=a+b) throw new IllegalStateException();
  }
}
