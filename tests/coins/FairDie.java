//@ args:
//@ label: "one" = returned:FairDie.roll()=1
//@ label: "two" = returned:FairDie.roll()=2
//@ label: "three" = returned:FairDie.roll()=3
//@ label: "four" = returned:FairDie.roll()=4
//@ label: "five" = returned:FairDie.roll()=5
//@ label: "six" = returned:FairDie.roll()=6
//@ reward: "flips" = flips
//@ ask: P=? [ F "one" ] = 1/6
//@ ask: P=? [ F "two" ] = 1/6
//@ ask: P=? [ F "three" ] = 1/6
//@ ask: P=? [ F "four" ] = 1/6
//@ ask: P=? [ F "five" ] = 1/6
//@ ask: P=? [ F "six" ] = 1/6
//@ ask: R{"flips"}=? [ F "end" ] = 11/3

import hazard.Coin;

/** A die from a coin: three flips write a number from 0 to 7; of 0 and 7 the last two flips are done again. */
public class FairDie {
  static int roll() {
    int first = Coin.flip();
    int second;
    int third;
    do {
      second = Coin.flip();
      third = Coin.flip();
    } while (first == second && second == third);
    return 4 * first + 2 * second + third;
  }

  public static void main(String[] args) {
    System.out.println(roll());
  }
}
