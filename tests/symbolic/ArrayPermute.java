//@ pse: --target failure
//@ expect-value: 3/32

import hazard.Symbolic;

public class ArrayPermute {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 0, 3);
    int y = Symbolic.integer("y", 0, 3);
    int z = Symbolic.integer("z", 0, 3);
    int w = Symbolic.integer("w", 0, 3);
    int[] p = {x,y,z,w};
    boolean[] seen = new boolean[4];
    for (int e : p) {
      if (seen[e]) return;
      seen[e] = true;
    }
    throw new IllegalStateException();
  }
}
