//@ pse: --target failure
//@ expect-value: 1/5

import hazard.Symbolic;

public class RealDiv {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    if (u/4>=0.2) throw new IllegalStateException();
  }
}
