//@ args: 20
//@ label: "wrong" = returned:UndirectedReachability.reaches(int,int,int)=false
//@ reward: "steps" = invoked:UndirectedReachability.step(int)
//@ ask: P=? [ F "wrong" ] = 119848241/382205952
//@ ask: R{"steps"}=? [ F "end" ] = 2469498251/191102976
//@ large: 250
//@ source: R. Aleliunas, R. M. Karp, R. J. Lipton, L. Lovasz and C. Rackoff, Random walks, universal traversal sequences, and the complexity of maze problems, FOCS 1979; A. Borodin et al., SIAM J. Computing 18(3), 1989

import java.util.Random;

/**
 * Looks for a path in an undirected graph by a random walk, with memory for one vertex and a counter only. The coins
 * are those of {@code java.util.Random}.
 *
 * <p>Property: the probability of missing a target that is reachable. The graph is a lollipop: a triangle 0, 1, 2
 * with a tail 2, 3, 4.
 */
public class UndirectedReachability {
  private static final Random random = new Random();

  static final int[][] NEIGHBOURS = {{1, 2}, {0, 2}, {0, 1, 3}, {2, 4}, {3}};

  static int step(int vertex) {
    int[] neighbours = NEIGHBOURS[vertex];
    return neighbours.length == 1 ? neighbours[0] : neighbours[random.nextInt(neighbours.length)];
  }

  static boolean reaches(int source, int target, int stepMax) {
    int vertex = source;
    for (int i = 0; i < stepMax; i++) {
      if (vertex == target) {
        return true;
      }
      vertex = step(vertex);
    }
    return vertex == target;
  }

  public static void main(String[] args) {
    int stepMax = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    System.out.println(reaches(0, 4, stepMax) ? "there is a path" : "no path found");
  }
}
