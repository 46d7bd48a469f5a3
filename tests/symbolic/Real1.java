//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Symbolic;

public class Real1 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    if (u<0.25) throw new IllegalStateException();
  }
}
