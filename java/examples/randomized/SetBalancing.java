//@ args: 7
//@ label: "balanced" = returned:SetBalancing.isWithin(int,int)=true
//@ reward: "flips" = flips
//@ ask: P=? [ F "balanced" ] = 29/64
//@ ask: R{"flips"}=? [ F "end" ] = 7
//@ large: 14
//@ source: R. Motwani and P. Raghavan, Randomized algorithms, Example 4.5

import hazard.Coin;

/**
 * Splits people into two groups such that every feature is spread evenly: given a matrix A of zeros and ones, finds a
 * vector b of -1 and 1 with a small maximum of |Ab|, by flipping a coin for each entry.
 *
 * <p>Property: no component of Ab is larger than two; the bound 4 sqrt(n ln n) holds with probability 1 - 2/n.
 */
public class SetBalancing {
  /** The entry of the matrix: the pattern has no meaning. */
  static int entry(int row, int column) {
    return (row * column + row + column) % 3 == 0 ? 0 : 1;
  }

  static int[] split(int n) {
    int[] b = new int[n];
    for (int i = 0; i < n; i++) {
      b[i] = 2 * Coin.flip() - 1;
    }
    return b;
  }

  /** The largest absolute component of Ab. */
  static int imbalance(int[] b) {
    int largest = 0;
    for (int row = 0; row < b.length; row++) {
      int sum = 0;
      for (int column = 0; column < b.length; column++) {
        sum += entry(row, column) * b[column];
      }
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }

  static boolean isWithin(int imbalance, int bound) {
    return imbalance <= bound;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    int imbalance = imbalance(split(n));
    System.out.println(imbalance + (isWithin(imbalance, 2) ? ": balanced" : ""));
  }
}
