//@ args: 3
//@ label: "found" = returned:DirectedReachability.reaches(int,int,int)=true
//@ label: "wrong" = returned:DirectedReachability.reaches(int,int,int)=false
//@ reward: "walks" = invoked:DirectedReachability.walk(int,int)
//@ ask: P=? [ F "found" ] = 8/15
//@ ask: P=? [ F "wrong" ] = 7/15
//@ ask: R{"walks"}=? [ F "end" ] = 64/15
//@ large: 6
//@ source: A. Borodin, S. A. Cook, P. W. Dymond, W. L. Ruzzo and M. Tompa, Two applications of inductive counting for complementation problems, SIAM J. Computing 18(3), 1989

import hazard.Coin;
import hazard.UniformChoice;

/**
 * Looks for a path in a directed graph by random walks that start over and over again at the source.
 *
 * <p>A walk has fewer steps than there are vertices. After a walk that misses the target some coins are flipped; if
 * all of them are tails the search ends with the answer that there is no path, which may be wrong. A counter of walks
 * would need more memory than the walk itself; the coins need none.
 *
 * <p>Property: the probability of missing a target that is reachable.
 */
public class DirectedReachability {
  /** The successors of each vertex; vertex 5 is reachable from 0 only through 1 and 3. */
  static final int[][] SUCCESSORS = {{1, 2}, {2, 3, 4}, {0}, {4, 5}, {4}, {5}};

  /** Whether a random walk from the source hits the target. */
  static boolean walk(int source, int target) {
    int vertex = source;
    for (int step = 1; step < SUCCESSORS.length && vertex != target; step++) {
      int[] next = SUCCESSORS[vertex];
      vertex = next[UniformChoice.make(next.length)];
    }
    return vertex == target;
  }

  /** Flips coins; are all of them tails? */
  static boolean allTails(int coins) {
    for (int i = 0; i < coins; i++) {
      if (Coin.flip() == 1) {
        return false;
      }
    }
    return true;
  }

  static boolean reaches(int source, int target, int coins) {
    while (true) {
      if (walk(source, target)) {
        return true;
      }
      if (allTails(coins)) {
        return false;
      }
    }
  }

  public static void main(String[] args) {
    int coins = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    System.out.println(reaches(0, 5, coins) ? "there is a path" : "no path found");
  }
}
