//@ args: 5
//@ label: "proper" = returned:HypergraphColouring.colour(int)=true
//@ reward: "recolourings" = invoked:HypergraphColouring.recolour(boolean[],int[])
//@ ask: P=? [ F "proper" ] = 1
//@ ask: R{"recolourings"}=? [ F "end" ] = 7/4
//@ large: 11
//@ source: C. McDiarmid, A random recolouring method for graphs and hypergraphs, Combinatorics, Probability and Computing 2(3), 1993

import hazard.Coin;
import hazard.UniformChoice;

/**
 * Colours the vertices of a hypergraph with two colours such that no edge has one colour only.
 *
 * <p>The first colours are drawn by coins. As long as an edge has one colour only, a random vertex of the first such
 * edge changes its colour.
 *
 * <p>Property: a proper colouring is found with probability one; the expected number of changes. The edges are three
 * vertices in a row of a ring.
 */
public class HypergraphColouring {
  /** The vertices of an edge. */
  static int[] edge(int number, int vertices) {
    return new int[] {number, (number + 1) % vertices, (number + 2) % vertices};
  }

  /** The first edge of one colour, or -1. */
  static int monochromatic(boolean[] colour) {
    int n = colour.length;
    for (int e = 0; e < n; e++) {
      int[] edge = edge(e, n);
      if (colour[edge[0]] == colour[edge[1]] && colour[edge[1]] == colour[edge[2]]) {
        return e;
      }
    }
    return -1;
  }

  static void recolour(boolean[] colour, int[] edge) {
    int vertex = edge[UniformChoice.make(edge.length)];
    colour[vertex] = !colour[vertex];
  }

  static boolean colour(int vertices) {
    boolean[] colour = new boolean[vertices];
    for (int v = 0; v < vertices; v++) {
      colour[v] = Coin.flip() == 1;
    }
    int e = monochromatic(colour);
    while (e >= 0) {
      recolour(colour, edge(e, vertices));
      e = monochromatic(colour);
    }
    return true;
  }

  public static void main(String[] args) {
    int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    System.out.println(colour(vertices) ? "coloured" : "not coloured");
  }
}
