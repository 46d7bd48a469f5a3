//@ args: 9
//@ label: "one" = returned:ByzantineAgreement.agree(int[])=1
//@ label: "disagree" = returned:ByzantineAgreement.agree(int[])=-1
//@ reward: "rounds" = invoked:ByzantineAgreement.round(int[],int[])
//@ ask: P=? [ F "one" ] = 1/2
//@ ask: P=? [ F "disagree" ] = 0
//@ ask: R{"rounds"}=? [ F "end" ] = 5/2
//@ large: 17
//@ source: L. Lamport, R. Shostak and M. Pease, The Byzantine generals problem, ACM TOPLAS 4(3), 1982; M. O. Rabin, Randomized Byzantine generals, FOCS 1983; R. Motwani and P. Raghavan, Randomized algorithms, Section 12.6

import hazard.Coin;
import java.util.Arrays;

/**
 * Processors agree on a bit although one of them lies, with the help of a coin that all of them see.
 *
 * <p>In a round each processor sends its vote to all. The liar flips a coin, tells that to the processors with an
 * even number and the opposite to the others. Each good processor counts; the common coin tells which of two
 * thresholds the larger count must reach for its bit to become the processor's vote, which is 0 otherwise. A
 * processor that sees a bit seven times in eight has decided for it.
 *
 * <p>Property: all good processors decide for the same bit with probability one; expected are few rounds.
 */
public class ByzantineAgreement {
  static final int UNDECIDED = -1;

  /** One round of voting; the last processor is the liar and has no vote. */
  static void round(int[] votes, int[] decisions) {
    int n = votes.length + 1;
    int lie = Coin.flip();
    int threshold = Coin.flip() == 0 ? 5 * n / 8 + 1 : 3 * n / 4 + 1;
    int ones = 0;
    for (int vote : votes) {
      ones += vote;
    }
    for (int i = 0; i < votes.length; i++) {
      int heard = ones + (i % 2 == 0 ? lie : 1 - lie);
      int majority = 2 * heard > n ? 1 : 0;
      int tally = majority == 1 ? heard : n - heard;
      votes[i] = tally >= threshold ? majority : 0;
      if (decisions[i] == UNDECIDED && 8 * tally >= 7 * n) {
        decisions[i] = majority;
      }
    }
  }

  /** The bit on which all good processors decide, or -1 if they disagree. */
  static int agree(int[] votes) {
    int[] decisions = new int[votes.length];
    Arrays.fill(decisions, UNDECIDED);
    while (!allDecided(decisions)) {
      round(votes, decisions);
    }
    for (int decision : decisions) {
      if (decision != decisions[0]) {
        return -1;
      }
    }
    return decisions[0];
  }

  static boolean allDecided(int[] decisions) {
    for (int decision : decisions) {
      if (decision == UNDECIDED) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 9;
    // Three in four of the good processors begin with 1.
    int[] votes = new int[n - 1];
    for (int i = 0; i < votes.length; i++) {
      votes[i] = i % 4 == 0 ? 0 : 1;
    }
    System.out.println("agreed on " + agree(votes));
  }
}
