//@ label: "won" = field:GuessBeforeThrow.isWon=true
//@ ask: Pmax=? [ F "won" ] = 1
//@ ask: Pmin=? [ F "won" ] = 0

import hazard.Coin;
import hazard.Nondet;

/** A guess that the environment makes while a coin is thrown: if it may come after, it is never wrong. */
public class GuessBeforeThrow {
  static volatile int coin;
  static boolean isWon;

  public static void main(String[] args) throws InterruptedException {
    Thread thrower = new Thread(() -> coin = Coin.flip(), "thrower");
    thrower.start();
    int guess = Nondet.bool() ? 1 : 0;
    thrower.join();
    isWon = guess == coin;
  }
}
