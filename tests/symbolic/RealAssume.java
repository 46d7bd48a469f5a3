//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class RealAssume {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    Symbolic.assume(u>0.5);
    if (u>0.75) throw new IllegalStateException();
  }
}
