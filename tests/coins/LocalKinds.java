//@ label: "top" = local:LocalKinds.walk():place=4
//@ label: "low" = local:LocalKinds.walk():place=-2
//@ label: "up" = local:LocalKinds.walk():isUp=true
//@ ask: P=? [ F "top" ] = 1/16
//@ ask: P=? [ F "low" ] = 3/8
//@ ask: P=? [ F "up" ] = 15/16

import hazard.Coin;

/** A walk in local variables: four steps up or down. */
public class LocalKinds {
  static int walk() {
    int place = 0;
    boolean isUp = false;
    for (int i = 0; i < 4; i++) {
      isUp = Coin.flip() == 1;
      place += isUp ? 1 : -1;
    }
    return place;
  }

  public static void main(String[] args) {
    System.out.println(walk());
  }
}
