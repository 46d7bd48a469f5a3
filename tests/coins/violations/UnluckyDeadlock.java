//@ expect: deadlock
//@ ask: P=? [ F "deadlock" ] = 1/4

import hazard.Coin;

/** After two tails the only thread waits for ever. */
public class UnluckyDeadlock {
  public static void main(String[] args) throws InterruptedException {
    Object lock = new Object();
    if (Coin.flip() == 0 && Coin.flip() == 0) {
      synchronized (lock) {
        lock.wait();
      }
    }
  }
}
