//@ args: 3
//@ label: "one" = returned:ApproximatePermanent.estimate(int)=1
//@ reward: "estimate" = invoked:ApproximatePermanent.unit()
//@ ask: P=? [ F "one" ] = 5/9
//@ ask: R{"estimate"}=? [ F "end" ] = 3
//@ large: 4
//@ source: N. Karmarkar, R. M. Karp, R. J. Lipton, L. Lovasz and M. Luby, A Monte-Carlo algorithm for estimating the permanent, SIAM J. Computing 22(2), 1993

import hazard.UniformChoice;

/**
 * Estimates the permanent of a matrix of zeros and ones.
 *
 * <p>Each one is replaced by a cube root of unity, drawn at random; the squared absolute value of the determinant is
 * the estimate. A complex number a + bw, where w is a primitive cube root of unity, is kept as the pair of integers
 * (a, b).
 *
 * <p>Property: the estimate expects to be the permanent.
 */
public class ApproximatePermanent {
  /** The matrix has ones where column <= row + 1 and column >= row - 1: its permanent is a Fibonacci number. */
  static boolean isOne(int row, int column) {
    return Math.abs(row - column) <= 1;
  }

  static int[] times(int[] x, int[] y) {
    // w^2 = -1 - w
    return new int[] {x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0] - x[1] * y[1]};
  }

  /** One of 1, w and w^2 at random. */
  static int[] root() {
    switch (UniformChoice.make(3)) {
      case 0:
        return new int[] {1, 0};
      case 1:
        return new int[] {0, 1};
      default:
        return new int[] {-1, -1};
    }
  }

  /** The determinant by expansion along the first row of those left; {@code used} marks the columns taken. */
  static int[] determinant(int[][][] matrix, int row, boolean[] used) {
    if (row == matrix.length) {
      return new int[] {1, 0};
    }
    int[] sum = {0, 0};
    int sign = 1;
    for (int column = 0; column < matrix.length; column++) {
      if (!used[column]) {
        used[column] = true;
        int[] term = times(matrix[row][column], determinant(matrix, row + 1, used));
        used[column] = false;
        sum[0] += sign * term[0];
        sum[1] += sign * term[1];
        sign = -sign;
      }
    }
    return sum;
  }

  /** One estimate of the permanent of the matrix with n rows. */
  static int estimate(int n) {
    int[][][] matrix = new int[n][n][2];
    for (int row = 0; row < n; row++) {
      for (int column = 0; column < n; column++) {
        if (isOne(row, column)) {
          matrix[row][column] = root();
        }
      }
    }
    int[] d = determinant(matrix, 0, new boolean[n]);
    return d[0] * d[0] - d[0] * d[1] + d[1] * d[1];
  }

  static void unit() {}

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int estimate = estimate(n);
    for (int i = 0; i < estimate; i++) {
      unit();
    }
    System.out.println("the permanent is about " + estimate);
  }
}
