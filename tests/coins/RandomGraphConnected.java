//@ args: 5 0.6
//@ label: "connected" = field:RandomGraphConnected.connected=true
//@ ask: P=? [ F "connected" ] = 8498601/9765625

import hazard.Choice;

/** The graph G(5, 0.6) is connected; components by merging labels. */
public class RandomGraphConnected {
  static boolean connected = false;

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    double p = Double.parseDouble(args[1]);
    int[] component = new int[n];
    for (int v = 0; v < n; v++) {
      component[v] = v;
    }
    int components = n;
    for (int v = 0; v < n; v++) {
      for (int w = 0; w < v; w++) {
        if (Choice.make(new double[] {p, 1 - p}) == 0 && component[v] != component[w]) {
          int old = component[v];
          for (int u = 0; u < n; u++) {
            if (component[u] == old) {
              component[u] = component[w];
            }
          }
          components--;
        }
      }
    }
    if (components == 1) {
      connected = true;
    }
  }
}
