//@ label: "up" = field:WalkOfTwo.isUp=true
//@ ask: Pmax=? [ F "up" ] = 3/8
//@ ask: Pmin=? [ F "up" ] = 1/4

import hazard.Coin;

/** A shared coin of two processes: each throws at most twice and adds 1 or -1 to a counter until it is beyond 1. Who has thrown and not yet added can be held back
 * (after J. Aspnes and M. Herlihy, Fast randomized consensus using shared memory, Journal of Algorithms 11(3), 1990). */
public class WalkOfTwo {
  static int counter;
  static boolean isUp;

  static synchronized boolean isOver() {
    return Math.abs(counter) > 1;
  }

  static synchronized void add(int step) {
    counter += step;
  }

  static void vote() {
    for (int i = 0; i < 2 && !isOver(); i++) {
      int step = Coin.flip() == 1 ? 1 : -1;
      add(step);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(WalkOfTwo::vote, "first");
    Thread second = new Thread(WalkOfTwo::vote, "second");
    first.start();
    second.start();
    first.join();
    second.join();
    isUp = counter > 1;
  }
}
