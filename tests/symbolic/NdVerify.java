//@ pse: --target failure
//@ expect-value: 7/10

import hazard.Symbolic;

public class NdVerify {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    int k=gov.nasa.jpf.vm.Verify.getInt(1,3);
    if (x>3*k) throw new IllegalStateException();
  }
}
