//@ pse: --target failure
//@ expect-value: 1/8

import hazard.Nondet;
import hazard.Symbolic;

public class NdGuess {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,7);
    int g=Nondet.choose(0,7);
    if (g==x) throw new IllegalStateException();
  }
}
