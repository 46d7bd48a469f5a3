//@ pse: --target failure
//@ expect-value: 14/81

import hazard.Symbolic;

public class Dfa {
  public static void main(String[] args) throws Exception {
    int a = Symbolic.integer("a", 0, 2);
    int b = Symbolic.integer("b", 0, 2);
    int c = Symbolic.integer("c", 0, 2);
    int d = Symbolic.integer("d", 0, 2);
    int e = Symbolic.integer("e", 0, 2);
    int[][] d2 = {{0,1,0},{2,1,0},{2,2,3},{3,3,3}};
    int s = 0;
    for (int v : new int[]{a,b,c,d,e}) s = d2[s][v];
    if (s == 3) throw new IllegalStateException();
  }
}
