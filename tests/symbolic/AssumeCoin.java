//@ pse: --target failure
//@ expect-value: 3/10

import hazard.Coin;
import hazard.Symbolic;

public class AssumeCoin {
  public static void main(String[] args) throws Exception {
    int x=Symbolic.integer("x",1,10);
    boolean h=Coin.flip()==1;
    if (h) Symbolic.assume(x>5);
    if (x>8) throw new IllegalStateException();
  }
}
