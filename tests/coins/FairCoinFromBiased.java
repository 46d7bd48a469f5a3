//@ args:
//@ label: "heads" = returned:FairCoinFromBiased.flip()=true
//@ reward: "flips" = flips
//@ ask: P=? [ F "heads" ] = 1/2
//@ ask: R{"flips"}=? [ F "end" ] = 25/2

import hazard.Choice;

/** Von Neumann's fair coin from one with bias 1/5: expected are 2 / (2 p (1 - p)) flips, and twice that for two. */
public class FairCoinFromBiased {
  static final double[] BIASED = {0.2, 0.8};

  static boolean pair() {
    while (true) {
      int first = Choice.make(BIASED);
      int second = Choice.make(BIASED);
      if (first != second) {
        return first == 1;
      }
    }
  }

  /** The exclusive or of two fair coins is fair. */
  static boolean flip() {
    return pair() ^ pair();
  }

  public static void main(String[] args) {
    System.out.println(flip());
  }
}
