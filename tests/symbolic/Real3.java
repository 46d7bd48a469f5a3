//@ pse: --target failure
//@ expect-value: 3/8

import hazard.Symbolic;

public class Real3 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",-1,1), v=Symbolic.real("v",-1,1);
    if (u>v && u>0) throw new IllegalStateException();
  }
}
