//@ args: 3 2
//@ label: "wrong" = returned:FreivaldsTechnique.isProduct(int[][],int[][],int[][],int)=true
//@ reward: "flips" = flips
//@ ask: P=? [ F "wrong" ] = 1/4
//@ ask: R{"flips"}=? [ F "end" ] = 9/2
//@ large: 8 4
//@ source: R. Freivalds, Probabilistic machines can use less running time, IFIP Congress 1977

import hazard.Coin;

/**
 * Verifies a matrix product AB = C without multiplying matrices: does A(Br) = Cr for a random vector r of bits?
 *
 * <p>Property: a wrong product passes one trial with probability at most 1/2, k trials with at most 2^-k. Here C
 * differs from AB in one row, by 1 in the first and by -1 in the last column, so that a trial passes with exactly
 * 1/2.
 */
public class FreivaldsTechnique {
  static int[] times(int[][] matrix, int[] vector) {
    int n = vector.length;
    int[] result = new int[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i] += matrix[i][j] * vector[j];
      }
    }
    return result;
  }

  static boolean isProduct(int[][] a, int[][] b, int[][] c, int trials) {
    int n = a.length;
    for (int trial = 0; trial < trials; trial++) {
      int[] r = new int[n];
      for (int i = 0; i < n; i++) {
        r[i] = Coin.flip();
      }
      int[] abr = times(a, times(b, r));
      int[] cr = times(c, r);
      for (int i = 0; i < n; i++) {
        if (abr[i] != cr[i]) {
          return false;
        }
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    int trials = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int[][] a = new int[n][n];
    int[][] b = new int[n][n];
    int[][] c = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = i + j;
        b[i][j] = i == j ? 2 : 0;
        c[i][j] = 2 * (i + j);
      }
    }
    c[0][0] += 1;
    c[0][n - 1] -= 1;
    System.out.println(isProduct(a, b, c, trials) ? "AB is probably C" : "AB is not C");
  }
}
