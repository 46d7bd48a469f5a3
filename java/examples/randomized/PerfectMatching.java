//@ args: 8
//@ label: "failed" = returned:PerfectMatching.match(boolean[][],int)=false
//@ ask: P=? [ F "failed" ] = 43/512
//@ large: 14
//@ source: K. Mulmuley, U. V. Vazirani and V. V. Vazirani, Matching is as easy as matrix inversion, STOC 1987

import hazard.UniformChoice;

/**
 * Finds a perfect matching of a bipartite graph by random weights that single one out.
 *
 * <p>Each edge gets a random weight w from 1 to a bound and the entry 2^w in a matrix. If the lightest perfect
 * matching is unique, its weight is the exponent of two in the determinant, and an edge belongs to it exactly if its
 * minor, times 2^w, divided by that power of two is odd.
 *
 * <p>Property: it fails with probability at most edges / bound (the isolating lemma). The graph has four edges and
 * two perfect matchings; it fails if they weigh the same.
 */
public class PerfectMatching {
  /** The determinant without a row and a column (none if -1), by expansion along the first row left. */
  static long determinant(long[][] matrix, int row, int skippedRow, int usedColumns) {
    if (row == matrix.length) {
      return 1;
    }
    if (row == skippedRow) {
      return determinant(matrix, row + 1, skippedRow, usedColumns);
    }
    long sum = 0;
    int sign = 1;
    for (int column = 0; column < matrix.length; column++) {
      int bit = 1 << column;
      if ((usedColumns & bit) == 0) {
        sum += sign * matrix[row][column] * determinant(matrix, row + 1, skippedRow, usedColumns | bit);
        sign = -sign;
      }
    }
    return sum;
  }

  /** Draws weights; do they single out a perfect matching? */
  static boolean match(boolean[][] edge, int bound) {
    int n = edge.length;
    long[][] matrix = new long[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (edge[i][j]) {
          matrix[i][j] = 1L << (1 + UniformChoice.make(bound));
        }
      }
    }
    long determinant = determinant(matrix, 0, -1, 0);
    if (determinant == 0) {
      return false;
    }
    int weight = Long.numberOfTrailingZeros(determinant);
    int[] rowOf = new int[n];
    int[] columnOf = new int[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        long product = matrix[i][j] * determinant(matrix, 0, i, 1 << j);
        if (product != 0 && Long.numberOfTrailingZeros(product) == weight) {
          columnOf[i]++;
          rowOf[j]++;
        }
      }
    }
    for (int i = 0; i < n; i++) {
      if (columnOf[i] != 1 || rowOf[i] != 1) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int bound = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    boolean[][] edge = {{true, true}, {true, true}};
    System.out.println(match(edge, bound) ? "matched" : "failed");
  }
}
