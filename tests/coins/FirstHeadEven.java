//@ args:
//@ label: "even" = field:FirstHeadEven.even=true
//@ reward: "flips" = flips
//@ ask: P=? [ F "even" ] = 1/3
//@ ask: R{"flips"}=? [ F "end" ] = 2

import hazard.Coin;

/** The first head comes with an even flip with probability 1/3. */
public class FirstHeadEven {
  static boolean even = false;

  public static void main(String[] args) {
    boolean parity = true;
    do {
      parity = !parity;
    } while (Coin.flip() == 0);
    if (parity) {
      even = true;
    }
  }
}
