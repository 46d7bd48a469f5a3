//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Coin;
import hazard.Symbolic;

public class LoopGeo {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,3);
    while (Coin.flip()==0) {
    }
    if (x==1) throw new IllegalStateException();
  }
}
