//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Symbolic;

public class SameName {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,3), y=Symbolic.integer("x",0,3);
    if (x==y) throw new IllegalStateException();
  }
}
