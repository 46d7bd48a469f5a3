//@ pse: --target success
//@ expect-value: 1

import hazard.Nondet;
import hazard.Symbolic;

public class NdBinary {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,7);
    for (int i=0;i<3;i++) {
      int g=Nondet.choose(1,7);
      if (x==g) return;
      if (x<g) {
      }
      else {
      }
    }
    throw new IllegalStateException();
  }
}
