//@ pse: --target failure
//@ expect-value: 1/3

import hazard.Coin;

public class LoopGeo2 {
  public static void main(String[] args) throws Exception {
    int n=0;
    while (Coin.flip()==0) {
      n^=1;
    }
    if (n==1) throw new IllegalStateException();
  }
}
