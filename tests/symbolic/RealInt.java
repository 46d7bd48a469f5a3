//@ pse: --target failure
//@ expect-value: 11/20

import hazard.Symbolic;

public class RealInt {
  public static void main(String[] args) throws Exception {
    double u=Symbolic.real("u",0,10);
    int x=Symbolic.integer("x",1,10);
    if (u<x) throw new IllegalStateException();
  }
}
