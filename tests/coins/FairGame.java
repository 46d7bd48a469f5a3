//@ label: "rich" = field:FairGame.isRich=true
//@ ask: Pmax=? [ F "rich" ] = 1/2
//@ ask: Pmin=? [ F "rich" ] = 1/2

import hazard.Coin;

/** A gambler with 2 of 4 coins plays tables with small and large fair bets: a martingale, whatever the scheduler does. */
public class FairGame {
  static int money = 2;
  static boolean isRich;

  static void play(int most) {
    while (true) {
      synchronized (FairGame.class) {
        if (money == 0 || money == 4) {
          return;
        }
        int bet = Math.min(most, Math.min(money, 4 - money));
        money += Coin.flip() == 1 ? bet : -bet;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> play(1), "first");
    Thread second = new Thread(() -> play(2), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isRich = money == 4;
  }
}
