//@ args: 2
//@ label: "covered" = returned:SetCover.isCover(boolean[])=true
//@ reward: "size" = invoked:SetCover.take(boolean[],int)
//@ ask: P=? [ F "covered" ] = 189/256
//@ ask: R{"size"}=? [ F "end" ] = 3
//@ large: 40
//@ source: V. V. Vazirani, Approximation algorithms, Section 14.2

import hazard.Coin;

/**
 * Covers a universe by few of the given sets, by rounding the solution of the linear program at random.
 *
 * <p>Each element lies in two of the sets, so half of each set is a fractional cover, and an optimal one. In each
 * pass every set is taken with probability 1/2.
 *
 * <p>Property: the sets taken cover all elements; the expected number of sets.
 */
public class SetCover {
  static final int[][] SETS = {{0, 1, 2}, {2, 3, 4}, {4, 5, 0}, {1, 3, 5}};

  static final int ELEMENTS = 6;

  static void take(boolean[] taken, int set) {
    taken[set] = true;
  }

  static void pass(boolean[] taken) {
    for (int set = 0; set < SETS.length; set++) {
      if (Coin.flip() == 1 && !taken[set]) {
        take(taken, set);
      }
    }
  }

  static boolean isCover(boolean[] taken) {
    boolean[] covered = new boolean[ELEMENTS];
    int count = 0;
    for (int set = 0; set < SETS.length; set++) {
      for (int element : SETS[set]) {
        if (taken[set] && !covered[element]) {
          covered[element] = true;
          count++;
        }
      }
    }
    return count == ELEMENTS;
  }

  public static void main(String[] args) {
    int passes = args.length > 0 ? Integer.parseInt(args[0]) : 2;
    boolean[] taken = new boolean[SETS.length];
    for (int i = 0; i < passes; i++) {
      pass(taken);
    }
    System.out.println(isCover(taken) ? "covered" : "not covered");
  }
}
