//@ args: 8
//@ label: "found" = returned:HamiltonianCycle.find(int)=true
//@ ask: P=? [ F "found" ] = 97/1944
//@ large: 14
//@ source: A. M. Frieze, Finding Hamilton cycles in sparse random graphs, J. Combinatorial Theory B 44(2), 1988; R. Motwani and P. Raghavan, Randomized algorithms, Section 5.6.2

import hazard.UniformChoice;

/**
 * Looks for a Hamiltonian cycle by extending and rotating a path.
 *
 * <p>In each step a random neighbour u of the end of the path is drawn. If u is not on the path, the path grows. If u
 * is its first vertex and all vertices are on it, it is a Hamiltonian cycle. Otherwise the part behind u is reversed,
 * which gives the path another end.
 *
 * <p>Property: a cycle is found within the given number of steps.
 */
public class HamiltonianCycle {
  /** A graph with six vertices: a ring 0-1-2-3-4-5 with the chords 0-2 and 1-4. */
  static final int[][] NEIGHBOURS = {{1, 2, 5}, {0, 2, 4}, {0, 1, 3}, {2, 4}, {1, 3, 5}, {0, 4}};

  static int position(int[] path, int length, int vertex) {
    for (int i = 0; i < length; i++) {
      if (path[i] == vertex) {
        return i;
      }
    }
    return -1;
  }

  static void reverse(int[] path, int from, int to) {
    for (int i = from, j = to - 1; i < j; i++, j--) {
      int vertex = path[i];
      path[i] = path[j];
      path[j] = vertex;
    }
  }

  static boolean find(int steps) {
    int n = NEIGHBOURS.length;
    int[] path = new int[n];
    int length = 1;
    for (int step = 0; step < steps; step++) {
      int[] neighbours = NEIGHBOURS[path[length - 1]];
      int vertex = neighbours[UniformChoice.make(neighbours.length)];
      int position = position(path, length, vertex);
      if (position < 0) {
        path[length++] = vertex;
      } else if (position == 0 && length == n) {
        return true;
      } else {
        reverse(path, position + 1, length);
      }
    }
    return false;
  }

  public static void main(String[] args) {
    int steps = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    System.out.println(find(steps) ? "found" : "not found");
  }
}
