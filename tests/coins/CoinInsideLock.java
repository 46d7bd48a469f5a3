//@ label: "one" = field:CoinInsideLock.isOne=true
//@ ask: Pmax=? [ F "one" ] = 1/2
//@ ask: Pmin=? [ F "one" ] = 1/2

import hazard.Coin;

/** Both flip under the lock: who writes last is decided before the coin, so that no scheduler has a say. */
public class CoinInsideLock {
  static int last;
  static boolean isOne;

  static void write() {
    synchronized (CoinInsideLock.class) {
      last = Coin.flip();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(CoinInsideLock::write, "first");
    Thread second = new Thread(CoinInsideLock::write, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isOne = last == 1;
  }
}
