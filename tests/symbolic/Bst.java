//@ pse: --target failure
//@ expect-value: 7/16

import hazard.Symbolic;

public class Bst {
  static class N {
    int v;
    N l, r;
  }
  static N ins(N h, int v) {
    if (h == null) {
      N k = new N();
      k.v = v;
      return k;
    }
    if (v < h.v) h.l = ins(h.l, v);
    else if (v > h.v) h.r = ins(h.r, v);
    return h;
  }
  static int ht(N n) {
    return n == null ? 0 : 1 + Math.max(ht(n.l), ht(n.r));
  }

  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 7);
    int y = Symbolic.integer("y", 0, 7);
    int z = Symbolic.integer("z", 0, 7);
    N r = null;
    for (int v : new int[]{x, y, z}) r = ins(r, v);
    if (ht(r) == 3) throw new IllegalStateException();
  }
}
