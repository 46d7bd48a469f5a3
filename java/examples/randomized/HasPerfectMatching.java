//@ args: 5
//@ label: "wrong" = returned:HasPerfectMatching.hasPerfectMatching(boolean[][],int)=false
//@ ask: P=? [ F "wrong" ] = 241/625
//@ large: 7
//@ source: R. M. Karp, E. Upfal and A. Wigderson, Constructing a perfect matching is in random NC, Combinatorica 6(1), 1986; R. Motwani and P. Raghavan, Randomized algorithms, Section 7.3

import hazard.UniformChoice;

/**
 * Determines whether a bipartite graph has a perfect matching.
 *
 * <p>The matrix with an unknown for each edge has a determinant that is not the zero polynomial exactly if the graph
 * has a perfect matching (Edmonds). Random values modulo a prime are put for the unknowns.
 *
 * <p>Property: a graph with a perfect matching is told to have none with probability at most n/p.
 */
public class HasPerfectMatching {
  /** The determinant modulo p, by elimination. */
  static int determinant(int[][] matrix, int p) {
    int n = matrix.length;
    int determinant = 1;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      while (pivot < n && matrix[pivot][k] == 0) {
        pivot++;
      }
      if (pivot == n) {
        return 0;
      }
      if (pivot != k) {
        int[] row = matrix[pivot];
        matrix[pivot] = matrix[k];
        matrix[k] = row;
        determinant = p - determinant;
      }
      determinant = determinant * matrix[k][k] % p;
      int inverse = inverse(matrix[k][k], p);
      for (int i = k + 1; i < n; i++) {
        int factor = matrix[i][k] * inverse % p;
        for (int j = k; j < n; j++) {
          matrix[i][j] = Math.floorMod(matrix[i][j] - factor * matrix[k][j], p);
        }
      }
    }
    return determinant;
  }

  static int inverse(int element, int p) {
    int inverse = 1;
    while (element * inverse % p != 1) {
      inverse++;
    }
    return inverse;
  }

  static boolean hasPerfectMatching(boolean[][] edge, int p) {
    int n = edge.length;
    int[][] matrix = new int[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (edge[i][j]) {
          matrix[i][j] = UniformChoice.make(p);
        }
      }
    }
    return determinant(matrix, p) != 0;
  }

  public static void main(String[] args) {
    int p = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    boolean[][] edge = {{true, true, false}, {true, true, false}, {false, false, true}};
    System.out.println(hasPerfectMatching(edge, p) ? "has a perfect matching" : "probably none");
  }
}
