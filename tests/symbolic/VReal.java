//@ expect-symbolic: violated

import hazard.Symbolic;

public class VReal {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    assert u!=0.5;
  }
}
