//@ expect-symbolic: holds

import hazard.Symbolic;

public class VReal2 {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,1);
    assert u<=1;
  }
}
