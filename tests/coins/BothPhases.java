//@ label: "red" = field:BothPhases.red=true
//@ label: "green" = field:BothPhases.green=true
//@ ask: Pmax=? [ !"green" U "red" ] = 1/2
//@ ask: Pmin=? [ !"green" U "red" ] = 3/8
//@ ask: Pmax=? [ (F "red") & (F "green") ] = 1/8
//@ ask: Pmin=? [ (F "red") & (F "green") ] = 1/8
//@ ask: Pmax=? [ G !"red" ] = 1/2
//@ ask: Pmax=? [ F ("red" & !"green") ] = 1/2
//@ ask: Pmin=? [ F ("red" & !"green") ] = 3/8
//@ ask: Pmax=? [ F P>=0.5 [ F "green" ] ] = 1/4

import hazard.Coin;

/** Two lights that coins switch on: what comes first, whether both come, whether neither does. */
public class BothPhases {
  static boolean red;
  static boolean green;

  static synchronized void lightRed() {
    red = Coin.flip() == 1;
  }

  static synchronized void lightGreen() {
    green = Coin.flip(0.25) == 1;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(BothPhases::lightRed, "first");
    Thread second = new Thread(BothPhases::lightGreen, "second");
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
