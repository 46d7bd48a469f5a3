//@ args: 4 1
//@ label: "bruteForce" = field:BooleanProductWitnessMatrix.bruteForce=true
//@ label: "wrong" = returned:BooleanProductWitnessMatrix.isWitness(int[][],int[][],int[][])=false
//@ reward: "searches" = invoked:BooleanProductWitnessMatrix.search(int[][],int[][],int,int)
//@ ask: P=? [ F "bruteForce" ] = 2/3
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"searches"}=? [ F "end" ] = 11/8
//@ large: 5 2
//@ source: N. Alon, Z. Galil, O. Margalit and M. Naor, Witnesses for Boolean matrix multiplication and for shortest paths, FOCS 1992; R. Motwani and P. Raghavan, Randomized algorithms, Section 10.1.1

import hazard.UniformChoice;

/**
 * Finds witnesses for the product of two Boolean matrices: for each entry (i, j) of the product that is true an index
 * k with A[i][k] and B[k][j].
 *
 * <p>Where an entry has exactly one witness within a random set of indices, the integer product of the matrices
 * restricted to that set, columns weighted by their index, is that witness. Sets of sizes 1, 2, 4, ... suit entries
 * with many, some, few witnesses. Entries without luck are searched by brute force.
 *
 * <p>Property: the result is right for sure; how often a search by brute force is needed.
 */
public class BooleanProductWitnessMatrix {
  static boolean bruteForce = false;

  /** The product of two square matrices of integers. */
  static int[][] product(int[][] a, int[][] b) {
    int n = a.length;
    int[][] c = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  /** A random subset with the given number of elements, each such subset equally likely. */
  static boolean[] subset(int n, int size) {
    boolean[] chosen = new boolean[n];
    for (int count = 0; count < size; count++) {
      int skip = UniformChoice.make(n - count);
      int k = 0;
      while (chosen[k] || skip > 0) {
        if (!chosen[k]) {
          skip--;
        }
        k++;
      }
      chosen[k] = true;
    }
    return chosen;
  }

  /** Witnesses as numbers from 1; 0 where the product is false. */
  static int[][] witnesses(int[][] a, int[][] b, int repetitions) {
    int n = a.length;
    int[][] p = product(a, b);
    int[][] w = new int[n][n];
    for (int size = 1; size <= n; size *= 2) {
      for (int repetition = 0; repetition < repetitions; repetition++) {
        guess(a, b, p, w, subset(n, size));
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (p[i][j] > 0 && w[i][j] == 0) {
          bruteForce = true;
          w[i][j] = search(a, b, i, j);
        }
      }
    }
    return w;
  }

  /** Enters the witnesses that are alone in the given set of indices. */
  static void guess(int[][] a, int[][] b, int[][] p, int[][] w, boolean[] set) {
    int n = a.length;
    int[][] weighted = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        weighted[i][k] = set[k] ? (k + 1) * a[i][k] : 0;
      }
    }
    int[][] z = product(weighted, b);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int k = z[i][j] - 1;
        if (p[i][j] > 0 && w[i][j] == 0 && k >= 0 && k < n && a[i][k] * b[k][j] == 1) {
          w[i][j] = k + 1;
        }
      }
    }
  }

  static int search(int[][] a, int[][] b, int i, int j) {
    int k = 0;
    while (a[i][k] * b[k][j] == 0) {
      k++;
    }
    return k + 1;
  }

  static boolean isWitness(int[][] a, int[][] b, int[][] w) {
    int[][] p = product(a, b);
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        boolean right = w[i][j] == 0 ? p[i][j] == 0 : a[i][w[i][j] - 1] * b[w[i][j] - 1][j] == 1;
        if (!right) {
          return false;
        }
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int repetitions = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int[][] a = new int[n][n];
    int[][] b = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        a[i][k] = k <= i ? 1 : 0;
        b[i][k] = (i + k) % 3 == 0 ? 0 : 1;
      }
    }
    int[][] w = witnesses(a, b, repetitions);
    System.out.println(isWitness(a, b, w) ? "right" : "wrong");
  }
}
