//@ pse: --target failure
//@ expect-value: 3/8

import hazard.Symbolic;

public class RealScaled {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    if (2*u-1>0.5 || -u>-0.125) throw new IllegalStateException();
  }
}
