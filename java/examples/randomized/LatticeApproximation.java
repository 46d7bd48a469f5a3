//@ args: 5
//@ label: "good" = returned:LatticeApproximation.isWithin(int,int)=true
//@ ask: P=? [ F "good" ] = 1/2
//@ large: 12
//@ source: R. Motwani and P. Raghavan, Randomized algorithms, Section 4.3 and Problem 4.10; P. Raghavan and C. D. Thompson, Randomized rounding, Combinatorica 7(4), 1987

import hazard.Choice;

/**
 * Rounds a vector p of fractions to a vector q of zeros and ones such that A(p - q) stays small.
 *
 * <p>Each q[i] is 1 with probability p[i]. The fractions are quarters and the arithmetic is in quarters, so exact.
 *
 * <p>Property: no component of A(p - q) is larger than one.
 */
public class LatticeApproximation {
  /** The entry of the matrix: the pattern has no meaning. */
  static int entry(int row, int column) {
    return (row * column + row + column) % 3 == 0 ? 0 : 1;
  }

  /** The fraction p[i] in quarters: 1, 2 or 3. */
  static int quarters(int i) {
    return 1 + i % 3;
  }

  static int[] round(int n) {
    int[] q = new int[n];
    for (int i = 0; i < n; i++) {
      double p = quarters(i) / 4.0;
      q[i] = Choice.make(new double[] {1 - p, p});
    }
    return q;
  }

  /** The largest absolute component of A(p - q), in quarters. */
  static int discrepancy(int[] q) {
    int largest = 0;
    for (int row = 0; row < q.length; row++) {
      int sum = 0;
      for (int column = 0; column < q.length; column++) {
        sum += entry(row, column) * (quarters(column) - 4 * q[column]);
      }
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }

  static boolean isWithin(int discrepancy, int bound) {
    return discrepancy <= bound;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int discrepancy = discrepancy(round(n));
    System.out.println(discrepancy + "/4" + (isWithin(discrepancy, 4) ? ": good" : ": bad"));
  }
}
