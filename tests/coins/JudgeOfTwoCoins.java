//@ label: "odd" = field:JudgeOfTwoCoins.isOdd=true
//@ label: "both" = field:JudgeOfTwoCoins.isBoth=true
//@ ask: Pmax=? [ F "odd" ] = 3/4
//@ ask: Pmin=? [ F "odd" ] = 0
//@ ask: Pmax=? [ F "both" ] = 1/4
//@ ask: Pmin=? [ F "both" ] = 0

import hazard.Coin;

/** A judge looks once at two coins that others throw, when the scheduler lets her: coins not thrown yet show 0. */
public class JudgeOfTwoCoins {
  static int first;
  static int second;
  static boolean isOdd;
  static boolean isBoth;

  static synchronized void throwFirst() {
    first = Coin.flip();
  }

  static synchronized void throwSecond() {
    second = Coin.flip();
  }

  static synchronized int look() {
    return first + second;
  }

  public static void main(String[] args) {
    new Thread(JudgeOfTwoCoins::throwFirst, "first").start();
    new Thread(JudgeOfTwoCoins::throwSecond, "second").start();
    int seen = look();
    isOdd = seen == 1;
    isBoth = seen == 2;
  }
}
