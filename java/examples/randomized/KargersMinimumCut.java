//@ args: 1
//@ label: "right" = returned:KargersMinimumCut.minimumCut(int)=1
//@ ask: P=? [ F "right" ] = 13/35
//@ large: 10
//@ source: D. R. Karger, Global min-cuts in RNC, SODA 1993; R. Motwani and P. Raghavan, Randomized algorithms, Section 1.1

import java.util.Random;

/**
 * Finds the size of a minimum cut of a graph by contracting random edges until two vertices are left. The coins are
 * those of {@code java.util.Random}.
 *
 * <p>Property: one run finds a minimum cut of a graph with n vertices with probability at least 2/(n (n - 1)). The
 * graph is two triangles joined by one edge, which is the minimum cut.
 */
public class KargersMinimumCut {
  private static final Random random = new Random();

  static final int[][] EDGES = {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}};

  static final int VERTICES = 6;

  /** The number of edges whose ends have not been merged. */
  static int edgesLeft(int[] group) {
    int count = 0;
    for (int[] edge : EDGES) {
      if (group[edge[0]] != group[edge[1]]) {
        count++;
      }
    }
    return count;
  }

  /** Merges the ends of the given one among the edges left. */
  static void contract(int[] group, int number) {
    int skip = number;
    for (int[] edge : EDGES) {
      int kept = group[edge[0]];
      int merged = group[edge[1]];
      if (kept != merged && skip-- == 0) {
        for (int v = 0; v < VERTICES; v++) {
          if (group[v] == merged) {
            group[v] = kept;
          }
        }
        return;
      }
    }
  }

  /** The size of the cut that one run of contractions leaves. */
  static int cut() {
    int[] group = new int[VERTICES];
    for (int v = 0; v < VERTICES; v++) {
      group[v] = v;
    }
    for (int groups = VERTICES; groups > 2; groups--) {
      contract(group, random.nextInt(edgesLeft(group)));
    }
    return edgesLeft(group);
  }

  static int minimumCut(int runs) {
    int minimum = EDGES.length;
    for (int run = 0; run < runs; run++) {
      minimum = Math.min(minimum, cut());
    }
    return minimum;
  }

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 1;
    System.out.println("a cut of size " + minimumCut(runs));
  }
}
