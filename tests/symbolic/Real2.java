//@ pse: --target failure
//@ expect-value: 1/8

import hazard.Symbolic;

public class Real2 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1), v=Symbolic.real("v",0,1);
    if (u+v<0.5) throw new IllegalStateException();
  }
}
