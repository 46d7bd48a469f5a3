//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Symbolic;

public class IgnoreIf {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    gov.nasa.jpf.vm.Verify.ignoreIf(x<3);
    if (x>8) throw new IllegalStateException();
  }
}
