//@ expect-symbolic: violated

import hazard.Coin;
import hazard.Symbolic;

public class VCoin {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",0,9);
    if (Coin.flip()==1 && x==7) throw new IllegalStateException();
  }
}
