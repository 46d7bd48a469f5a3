//@ pse: --target failure
//@ expect-value: 4/7

import hazard.Symbolic;

public class AssumeFalsePath {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    int y = x%3;
    if (y==0) Symbolic.assume(false);
    if (y==1) throw new IllegalStateException();
  }
}
