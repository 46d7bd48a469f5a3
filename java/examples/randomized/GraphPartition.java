//@ args: 5
//@ label: "half" = returned:GraphPartition.isHalf(boolean[])=true
//@ reward: "tries" = invoked:GraphPartition.side(int)
//@ ask: P=? [ F "half" ] = 1
//@ ask: R{"tries"}=? [ F "end" ] = 16/11
//@ large: 12
//@ source: M. Luby, Removing randomness in parallel computation without a processor penalty, FOCS 1988

import hazard.Coin;
import java.util.Arrays;

/**
 * Splits the vertices of a graph into two sides such that at least half of the edges run between the sides.
 *
 * <p>Each vertex flips a coin. An edge then runs between the sides with probability 1/2, so that some outcome has at
 * least half of them; the flips are repeated until that is so.
 *
 * <p>Property: it ends with probability one; the expected number of tries.
 */
public class GraphPartition {
  /** The graph is a wheel: vertex 0 is the hub, the others form a ring. */
  static boolean isEdge(int v, int w, int n) {
    return v == 0 || w == 0 || w - v == 1 || w - v == n - 2;
  }

  /** A random side for each vertex. */
  static boolean[] side(int n) {
    boolean[] side = new boolean[n];
    for (int v = 0; v < n; v++) {
      side[v] = Coin.flip() == 1;
    }
    return side;
  }

  static boolean isHalf(boolean[] side) {
    int edges = 0;
    int between = 0;
    for (int v = 0; v < side.length; v++) {
      for (int w = v + 1; w < side.length; w++) {
        if (isEdge(v, w, side.length)) {
          edges++;
          between += side[v] == side[w] ? 0 : 1;
        }
      }
    }
    return 2 * between >= edges;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    boolean[] side = side(n);
    while (!isHalf(side)) {
      side = side(n);
    }
    System.out.println(Arrays.toString(side));
  }
}
