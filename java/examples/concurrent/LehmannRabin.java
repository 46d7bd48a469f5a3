//@ args: 2
//@ expect: holds
//@ ask: Pmax=? [ F "deadlock" ] = 0
//@ large: 3
//@ source: D. Lehmann and M. O. Rabin, On the advantages of free choice, POPL 1981

import hazard.Coin;

/**
 * Dining philosophers who draw by lot which fork to wait for first, and put it down again when the other is taken.
 *
 * <p>Property: no schedule deadlocks them; symmetric and without a central agent. Argument: philosophers.
 */
public class LehmannRabin {
  static class Fork {
    private boolean taken;

    synchronized boolean tryTake() {
      if (taken) {
        return false;
      }
      taken = true;
      return true;
    }

    synchronized void putDown() {
      taken = false;
    }
  }

  static void dine(Fork left, Fork right) {
    while (true) {
      boolean leftFirst = Coin.flip() == 0;
      Fork first = leftFirst ? left : right;
      Fork second = leftFirst ? right : left;
      while (!first.tryTake()) {
        Thread.yield();
      }
      if (second.tryTake()) {
        second.putDown();
        first.putDown();
        return;
      }
      first.putDown();
    }
  }

  public static void main(String[] args) throws Exception {
    int seats = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    Fork[] forks = new Fork[seats];
    for (int i = 0; i < seats; i++) {
      forks[i] = new Fork();
    }
    for (int i = 0; i < seats; i++) {
      Fork left = forks[i];
      Fork right = forks[(i + 1) % seats];
      new Thread(() -> dine(left, right), "philosopher " + i).start();
    }
  }
}
