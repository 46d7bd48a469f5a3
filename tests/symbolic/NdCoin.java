//@ pse: --target failure
//@ expect-value: 2/5

import hazard.Coin;
import hazard.Nondet;
import hazard.Symbolic;

public class NdCoin {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    boolean h=Coin.flip()==1;
    boolean n=Nondet.bool();
    if (h==n && x<=4) throw new IllegalStateException();
  }
}
