//@ args: 3
//@ expect: deadlock
//@ ask: Pmax=? [ F "deadlock" ] = 1/4
//@ ask: Pmin=? [ F "deadlock" ] = 0
//@ large: 4
//@ source: after D. Lehmann and M. O. Rabin, On the advantages of free choice, POPL 1981

import hazard.Coin;

/**
 * Dining philosophers who draw by lot which fork to take first, but never let go of it: half of the idea is not enough.
 *
 * <p>Property: n of them deadlock only if all draw the same side, so that the worst schedule attains probability 2/2^n, and
 * the best schedule, one meal after the other, 0. Argument: philosophers.
 */
public class RandomForkPhilosophers {
  static void dine(Object left, Object right) {
    boolean leftFirst = Coin.flip() == 0;
    synchronized (leftFirst ? left : right) {
      synchronized (leftFirst ? right : left) {
        return;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    int seats = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    Object[] forks = new Object[seats];
    for (int i = 0; i < seats; i++) {
      forks[i] = new Object();
    }
    for (int i = 0; i < seats; i++) {
      Object left = forks[i];
      Object right = forks[(i + 1) % seats];
      new Thread(() -> dine(left, right), "philosopher " + i).start();
    }
  }
}
