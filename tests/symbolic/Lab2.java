//@ pse: --label "g"=invoked:Lab2.g() --target "g"
//@ expect-value: 3/10

import hazard.Symbolic;

public class Lab2 {
  static void g() {
  }

  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    if (x>6) g();
  }
}
