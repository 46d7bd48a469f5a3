//@ pse: --label "t"=thrown:java.lang.ArithmeticException --target "t"
//@ expect-value: 1/10

import hazard.Symbolic;

public class Lab4 {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    try {
      int y=5/x;
    }
    catch (ArithmeticException e) {
    }
  }
}
