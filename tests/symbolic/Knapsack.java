//@ pse: --target failure
//@ expect-value: 91/216

import hazard.Symbolic;

public class Knapsack {
  public static void main(String[] args) throws Exception {
    int w1 = Symbolic.integer("w1", 1, 6);
    int w2 = Symbolic.integer("w2", 1, 6);
    int w3 = Symbolic.integer("w3", 1, 6);
    int best = 0;
    for (int m = 0; m < 8; m++) {
      int w = 0, v = 0;
      if ((m & 1) != 0) {
        w += w1;
        v += 5;
      }
      if ((m & 2) != 0) {
        w += w2;
        v += 4;
      }
      if ((m & 4) != 0) {
        w += w3;
        v += 3;
      }
      if (w <= 7 && v > best) best = v;
    }
    if (best == 9) throw new IllegalStateException();
  }
}
