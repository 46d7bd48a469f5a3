//@ label: "one" = field:CoinBeforeLock.isOne=true
//@ ask: Pmax=? [ F "one" ] = 3/4
//@ ask: Pmin=? [ F "one" ] = 1/4

import hazard.Coin;

/** Both flip and then write under a lock: the scheduler has seen the coins when it decides who writes last. */
public class CoinBeforeLock {
  static int last;
  static boolean isOne;

  static void write() {
    int coin = Coin.flip();
    synchronized (CoinBeforeLock.class) {
      last = coin;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(CoinBeforeLock::write, "first");
    Thread second = new Thread(CoinBeforeLock::write, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isOne = last == 1;
  }
}
