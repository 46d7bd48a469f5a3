//@ pse: --label "three"=field:Lab5.k=3 --target "three"
//@ expect-value: 1/5

import hazard.Symbolic;

public class Lab5 {
  static int k;

  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    k=x%4;
  }
}
