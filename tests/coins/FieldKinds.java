//@ label: "b" = field:FieldKinds.isMany=true
//@ label: "l" = field:FieldKinds.large=20000000000
//@ label: "c" = field:FieldKinds.letter=100
//@ label: "s" = field:FieldKinds.negative=-3
//@ label: field:FieldKinds.heads
//@ ask: P=? [ F "b" ] = 1/2
//@ ask: P=? [ F "l" ] = 3/8
//@ ask: P=? [ F "c" ] = 1/8
//@ ask: P=? [ F "s" ] = 1/8
//@ ask: P=? [ F "3__FieldKinds_heads" ] = 1/8
//@ ask: P=? [ F ("end" & "1__FieldKinds_heads") ] = 3/8

import hazard.Coin;

/** Static fields of every type that a label can watch. */
public class FieldKinds {
  static boolean isMany;
  static int heads;
  static long large;
  static char letter;
  static short negative;

  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      heads += Coin.flip();
    }
    isMany = heads > 1;
    large = heads * 10_000_000_000L;
    letter = (char) ('a' + heads);
    negative = (short) -heads;
  }
}
