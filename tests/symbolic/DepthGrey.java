//@ pse: --target grey --depth 5
//@ expect-value: 19/20

import hazard.Symbolic;

public class DepthGrey {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,99);
    int i=0;
    while (i<x) i++;
    if (i%2==1) throw new IllegalStateException();
  }
}
