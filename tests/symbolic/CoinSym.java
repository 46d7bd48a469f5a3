//@ pse: --target failure
//@ expect-value: 1/4

import hazard.Symbolic;

public class CoinSym {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 9);
    if (hazard.Coin.flip() == 1) {
      if (x < 3) throw new IllegalStateException();
    }
    else if (x > 7) throw new IllegalStateException();
  }
}
