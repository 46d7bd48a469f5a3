//@ label: "one" = field:CoinAgainstConstant.isOne=true
//@ ask: Pmax=? [ F "one" ] = 1
//@ ask: Pmin=? [ F "one" ] = 1/2

import hazard.Coin;

/** One writes a coin, the other 1: the scheduler lets the coin win only where it likes it. */
public class CoinAgainstConstant {
  static volatile int value;
  static boolean isOne;

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> value = Coin.flip(), "first");
    Thread second = new Thread(() -> value = 1, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isOne = value == 1;
  }
}
