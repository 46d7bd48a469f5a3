//@ args: 5
//@ label: "two" = returned:KargerRing.cut(int)=2
//@ ask: P=? [ F "two" ] = 7/10

import hazard.UniformChoice;

/** Karger's contraction on a ring of n vertices with one chord from 0 to 2: a cut of two edges is minimal. */
public class KargerRing {
  static int cut(int n) {
    int[] label = new int[n];
    for (int v = 0; v < n; v++) {
      label[v] = v;
    }
    for (int groups = n; groups > 2; ) {
      // A random edge; a loop is drawn again.
      int edge = UniformChoice.make(n + 1);
      int v = label[edge % n];
      int w = label[edge == n ? 2 : (edge + 1) % n];
      if (v != w) {
        for (int u = 0; u < n; u++) {
          label[u] = label[u] == Math.max(v, w) ? Math.min(v, w) : label[u];
        }
        groups--;
      }
    }
    int cut = label[0] != label[2] ? 1 : 0;
    for (int v = 0; v < n; v++) {
      cut += label[v] != label[(v + 1) % n] ? 1 : 0;
    }
    return cut;
  }

  public static void main(String[] args) {
    System.out.println(cut(Integer.parseInt(args[0])));
  }
}
