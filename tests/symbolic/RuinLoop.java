//@ pse: --target success --max
//@ expect-value: 1/2
//@ pse: --target success --min
//@ expect-value: 0
//@ pse: --target failure --min
//@ expect-value: 1/2
//@ source: the gambler's ruin: who has x of 5 coins wins them all with probability x/5, whose mean over 1..4 is 1/2

import hazard.Coin;
import hazard.Nondet;
import hazard.Symbolic;

public class RuinLoop {
  public static void main(String[] args) throws Exception {
    int coins = Symbolic.integer("coins", 1, 4);
    int x = 0;
    while (x < coins) {
      x++;
    }
    while (x > 0 && x < 5) {
      if (!Nondet.bool()) {
        throw new IllegalStateException("given up");
      }
      x += Coin.flip() == 1 ? 1 : -1;
    }
    if (x == 0) {
      throw new IllegalStateException("ruined");
    }
  }
}
