//@ pse: --target failure
//@ expect-value: 1/2

import hazard.Symbolic;

public class Real5 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,2), v=Symbolic.real("v",0,1), w=Symbolic.real("w",0,1);
    if (u<v+w) throw new IllegalStateException();
  }
}
