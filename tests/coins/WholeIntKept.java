//@ label: "odd" = field:WholeIntKept.odd=true
//@ label: "both" = field:WholeIntKept.both=true
//@ ask: P=? [ F "odd" ] = 1/2
//@ ask: P=? [ F "both" ] = 1/8

import java.util.Random;

/** The program keeps the number: its sign and its lowest bits are drawn all the same. */
public class WholeIntKept {
  static boolean odd;
  static boolean both;

  public static void main(String[] args) {
    int drawn = new Random().nextInt();
    odd = (drawn & 1) == 1;
    both = drawn < 0 && (drawn & 3) == 2;
  }
}
