//@ label: "rich" = field:AdversarialRuin.isRich=true
//@ reward: "bets" = flips
//@ ask: Pmax=? [ F "rich" ] = 4/7
//@ ask: Pmin=? [ F "rich" ] = 1/7
//@ ask: R{"bets"}max=? [ F "end" ] = 3
//@ ask: R{"bets"}min=? [ F "end" ] = 3/2

import hazard.UniformChoice;

/** A gambler with 1 of 3 coins plays two tables, one good (2/3) and one bad (1/3); the scheduler chooses the table. */
public class AdversarialRuin {
  static int money = 1;
  static boolean isRich;

  static void play(int winners) {
    while (true) {
      synchronized (AdversarialRuin.class) {
        if (money == 0 || money == 3) {
          return;
        }
        money += UniformChoice.make(3) < winners ? 1 : -1;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> play(2), "first");
    Thread second = new Thread(() -> play(1), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isRich = money == 3;
  }
}
