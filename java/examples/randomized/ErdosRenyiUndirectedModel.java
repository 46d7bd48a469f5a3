//@ args: 5 0.6
//@ label: "connected" = returned:ErdosRenyiUndirectedModel.isConnected()=true
//@ reward: "edges" = invoked:ErdosRenyiUndirectedModel.add(int,int)
//@ ask: P=? [ F "connected" ] = 8498601/9765625
//@ ask: R{"edges"}=? [ F "end" ] = 6
//@ large: 6 0.6
//@ source: P. Erdos and A. Renyi, On random graphs I, Publicationes Mathematicae 6, 1959

import hazard.Choice;

/**
 * A random undirected graph: each pair of different vertices is an edge with the same probability.
 *
 * <p>Property: the graph is connected.
 */
public class ErdosRenyiUndirectedModel {
  private final boolean[][] edge;

  ErdosRenyiUndirectedModel(int vertices, double p) {
    edge = new boolean[vertices][vertices];
    for (int v = 0; v < vertices; v++) {
      for (int w = v + 1; w < vertices; w++) {
        if (Choice.make(new double[] {1 - p, p}) == 1) {
          add(v, w);
        }
      }
    }
  }

  private void add(int v, int w) {
    edge[v][w] = true;
    edge[w][v] = true;
  }

  /** Marks all vertices that can be reached from a vertex and returns how many. */
  private int reach(int v, boolean[] seen) {
    seen[v] = true;
    int count = 1;
    for (int w = 0; w < edge.length; w++) {
      if (edge[v][w] && !seen[w]) {
        count += reach(w, seen);
      }
    }
    return count;
  }

  boolean isConnected() {
    return reach(0, new boolean[edge.length]) == edge.length;
  }

  public static void main(String[] args) {
    int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    double p = args.length > 1 ? Double.parseDouble(args[1]) : 0.6;
    ErdosRenyiUndirectedModel graph = new ErdosRenyiUndirectedModel(vertices, p);
    System.out.println(graph.isConnected() ? "connected" : "not connected");
  }
}
