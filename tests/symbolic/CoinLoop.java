//@ pse: --target failure
//@ expect-value: 5/32

import hazard.Symbolic;

public class CoinLoop {
  public static void main(String[] args) throws Exception {
    int n = Symbolic.integer("n", 0, 5);
    int h = 0;
    for (int i = 0; i < n; i++) h += hazard.Coin.flip();
    if (h >= 3) throw new IllegalStateException();
  }
}
