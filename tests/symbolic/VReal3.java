//@ expect-symbolic: violated

import hazard.Symbolic;

public class VReal3 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1), v=Symbolic.real("v",0,1);
    assert u+v<1.5;
  }
}
