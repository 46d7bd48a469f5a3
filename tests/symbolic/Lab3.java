//@ pse: --label "v"=field:Lab3.v=true --target "v"
//@ expect-value: 3/5

import hazard.Symbolic;

public class Lab3 {
  static boolean v;

  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    v=x>3;
  }
}
