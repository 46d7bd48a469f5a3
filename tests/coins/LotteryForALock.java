//@ label: "first" = field:LotteryForALock.isFirst=true
//@ label: "nobody" = field:LotteryForALock.isNobody=true
//@ ask: Pmax=? [ F "first" ] = 3/4
//@ ask: Pmin=? [ F "first" ] = 3/16
//@ ask: Pmax=? [ F "nobody" ] = 1/16
//@ ask: Pmin=? [ F "nobody" ] = 1/16

import hazard.Coin;

/** Each tries twice to get into a room, at each try only if its coin shows heads and nobody is inside; who is in stays. */
public class LotteryForALock {
  static final java.util.concurrent.atomic.AtomicInteger inside = new java.util.concurrent.atomic.AtomicInteger();
  static boolean isFirst;
  static boolean isNobody;

  static void enter(int name) {
    for (int i = 0; i < 2; i++) {
      if (Coin.flip() == 1 && inside.compareAndSet(0, name)) {
        return;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> enter(1), "first");
    Thread second = new Thread(() -> enter(2), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isFirst = inside.get() == 1;
    isNobody = inside.get() == 0;
  }
}
