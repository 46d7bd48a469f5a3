//@ args: 3 0.5
//@ label: "strong" = returned:ErdosRenyiDirectedModel.isStronglyConnected()=true
//@ reward: "edges" = invoked:ErdosRenyiDirectedModel.add(int,int)
//@ ask: P=? [ F "strong" ] = 9/32
//@ ask: R{"edges"}=? [ F "end" ] = 3
//@ large: 4 0.3
//@ source: P. Erdos and A. Renyi, On random graphs I, Publicationes Mathematicae 6, 1959

import hazard.Choice;

/**
 * A random directed graph: each ordered pair of different vertices is an edge with the same probability.
 *
 * <p>Property: the graph is strongly connected. Of the 64 graphs with three vertices 18 are.
 */
public class ErdosRenyiDirectedModel {
  private final boolean[][] edge;

  ErdosRenyiDirectedModel(int vertices, double p) {
    edge = new boolean[vertices][vertices];
    for (int v = 0; v < vertices; v++) {
      for (int w = 0; w < vertices; w++) {
        if (v != w && Choice.make(new double[] {1 - p, p}) == 1) {
          add(v, w);
        }
      }
    }
  }

  private void add(int v, int w) {
    edge[v][w] = true;
  }

  /** Marks all vertices that can be reached from a vertex, or, backwards, that can reach it; returns how many. */
  private int reach(int v, boolean backwards, boolean[] seen) {
    seen[v] = true;
    int count = 1;
    for (int w = 0; w < edge.length; w++) {
      if (!seen[w] && (backwards ? edge[w][v] : edge[v][w])) {
        count += reach(w, backwards, seen);
      }
    }
    return count;
  }

  boolean isStronglyConnected() {
    int n = edge.length;
    return reach(0, false, new boolean[n]) == n && reach(0, true, new boolean[n]) == n;
  }

  public static void main(String[] args) {
    int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 3;
    double p = args.length > 1 ? Double.parseDouble(args[1]) : 0.5;
    ErdosRenyiDirectedModel graph = new ErdosRenyiDirectedModel(vertices, p);
    System.out.println(graph.isStronglyConnected() ? "strongly connected" : "not strongly connected");
  }
}
