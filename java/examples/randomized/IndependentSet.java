//@ args: 5
//@ label: "wrong" = returned:IndependentSet.isMaximal(boolean[])=false
//@ reward: "rounds" = invoked:IndependentSet.round(boolean[],boolean[])
//@ ask: P=? [ F "wrong" ] = 0
//@ ask: R{"rounds"}=? [ F "end" ] = 5416/2343
//@ large: 9
//@ source: M. Luby, A simple parallel algorithm for the maximal independent set problem, STOC 1985

import hazard.Choice;
import java.util.Arrays;

/**
 * Finds a maximal independent set of a graph in few parallel rounds.
 *
 * <p>In a round each vertex left marks itself with probability 1/(2d), where d is its number of neighbours left, and
 * for sure if it has none. Of two marked neighbours the one with fewer neighbours loses its mark, the first one in a
 * tie. The marked vertices join the set; they and their neighbours leave the graph.
 *
 * <p>Property: the set is independent and maximal; the expected number of rounds is O(log n). The graph is a ring.
 */
public class IndependentSet {
  static boolean isEdge(int v, int w, int n) {
    return (v + 1) % n == w || (w + 1) % n == v;
  }

  static int degree(boolean[] left, int v) {
    int degree = 0;
    for (int w = 0; w < left.length; w++) {
      if (left[w] && isEdge(v, w, left.length)) {
        degree++;
      }
    }
    return degree;
  }

  /** Draws the marks, then moves the vertices that keep theirs into the set. */
  static void round(boolean[] left, boolean[] set) {
    int n = left.length;
    boolean[] marked = new boolean[n];
    for (int v = 0; v < n; v++) {
      if (left[v]) {
        int degree = degree(left, v);
        double p = degree == 0 ? 1 : 1.0 / (2 * degree);
        marked[v] = Choice.make(new double[] {1 - p, p}) == 1;
      }
    }
    boolean[] keeps = marked.clone();
    for (int v = 0; v < n; v++) {
      for (int w = v + 1; w < n; w++) {
        if (marked[v] && marked[w] && isEdge(v, w, n)) {
          keeps[degree(left, v) <= degree(left, w) ? v : w] = false;
        }
      }
    }
    for (int v = 0; v < n; v++) {
      if (keeps[v]) {
        set[v] = true;
        left[v] = false;
        for (int w = 0; w < n; w++) {
          if (isEdge(v, w, n)) {
            left[w] = false;
          }
        }
      }
    }
  }

  static boolean isEmpty(boolean[] set) {
    for (boolean member : set) {
      if (member) {
        return false;
      }
    }
    return true;
  }

  /** Whether a vertex is in the set exactly if none of its neighbours is. */
  static boolean isMaximal(boolean[] set) {
    int n = set.length;
    for (int v = 0; v < n; v++) {
      boolean neighbour = set[(v + 1) % n] || set[(v + n - 1) % n];
      if (set[v] == neighbour) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    boolean[] left = new boolean[n];
    Arrays.fill(left, true);
    boolean[] set = new boolean[n];
    while (!isEmpty(left)) {
      round(left, set);
    }
    System.out.println(isMaximal(set) ? "maximal and independent" : "wrong");
  }
}
