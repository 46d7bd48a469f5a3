//@ pse: --target success --depth 5 --grey optimistic
//@ expect-value: 49/50

import hazard.Symbolic;

public class DepthOpt {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,99);
    int i=0;
    while (i<x) i++;
    if (i%2==1) throw new IllegalStateException();
  }
}
