//@ label: "hungry" = field:PhilosophersLetGo.isHungry=true
//@ label: "eaten" = field:PhilosophersLetGo.hasEaten=true
//@ ask: Pmax=? [ F "hungry" ] = 5/8
//@ ask: Pmin=? [ F "hungry" ] = 0
//@ ask: Pmin=? [ F "eaten" ] = 3/8
//@ ask: Pmax=? [ G !"eaten" ] = 5/8

import hazard.Coin;

/** Two philosophers after Lehmann and Rabin who give up after two attempts: draw a side, take that fork when it is free, take the other if it is
 * free, else put the first one back. */
public class PhilosophersLetGo {
  static final boolean[] taken = new boolean[2];
  static final boolean[] ate = new boolean[2];
  static boolean hasEaten;
  static boolean isHungry;

  static synchronized boolean take(int fork) {
    if (taken[fork]) {
      return false;
    }
    taken[fork] = true;
    return true;
  }

  static synchronized void put(int fork) {
    taken[fork] = false;
  }

  static void dine(int name) {
    for (int i = 0; i < 2 && !ate[name]; i++) {
      int first = Coin.flip();
      if (take(first)) {
        if (take(1 - first)) {
          ate[name] = true;
          put(1 - first);
        }
        put(first);
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> dine(0), "first");
    Thread second = new Thread(() -> dine(1), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    hasEaten = ate[0] || ate[1];
    isHungry = !ate[0] && !ate[1];
  }
}
