//@ pse: --target failure
//@ expect-value: 0

import hazard.Symbolic;

public class Real4 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    if (u==0.5) throw new IllegalStateException();
  }
}
