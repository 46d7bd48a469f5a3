//@ reward: "throws" = flips
//@ ask: R{"throws"}max=? [ F "end" ] = 4
//@ ask: R{"throws"}min=? [ F "end" ] = 2

import hazard.Coin;

/** Both throw until one has seen a head; the scheduler may hold one back between its look and its throw. */
public class FirstHeadStops {
  static volatile boolean done;

  static void play() {
    while (!done) {
      if (Coin.flip() == 1) {
        done = true;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(FirstHeadStops::play, "first");
    Thread second = new Thread(FirstHeadStops::play, "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
