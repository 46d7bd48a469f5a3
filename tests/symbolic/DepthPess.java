//@ pse: --target failure --depth 5 --grey pessimistic
//@ expect-value: 97/100

import hazard.Symbolic;

public class DepthPess {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,99);
    int i=0;
    while (i<x) i++;
    if (i%2==1) throw new IllegalStateException();
  }
}
