//@ pse: --target success
//@ expect-value: 3/8

import hazard.Nondet;
import hazard.Symbolic;

public class NdTwoGuess {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,7);
    int g=Nondet.choose(0,7);
    if (g==x) return;
    boolean lo=x<g;
    if (lo) {
    }
    int h=Nondet.choose(0,7);
    if (h==x) return;
    throw new IllegalStateException();
  }
}
