//@ pse: --label "big"=returned:Lab.f(int)=true --target "big"
//@ expect-value: 2/5

import hazard.Symbolic;

public class Lab {
  static boolean f(int x) {
    return x>5;
  }

  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    f(x);
  }
}
