//@ label: "even" = field:WholeInts.even=true
//@ label: "negative" = field:WholeInts.negative=true
//@ label: "seven" = field:WholeInts.digit=7
//@ label: "three" = field:WholeInts.low=3
//@ label: "heads" = field:WholeInts.heads=true
//@ label: "last" = field:WholeInts.index=2
//@ ask: P=? [ F "even" ] = 1/2
//@ ask: P=? [ F "negative" ] = 1/2
//@ ask: P=? [ F "seven" ] = 214748365/2147483648
//@ ask: P=? [ F "three" ] = 1/4
//@ ask: P=? [ F "heads" ] = 1/2
//@ ask: P=? [ F "last" ] = 1431655765/4294967296

import java.util.Random;

/**
 * Draws over all ints, used at once: every outcome is an alternative. Of the ints from 0 to 2^31 - 1, 214,748,365 end in 7 (the
 * last does), and as many of those from -(2^31 - 1) to -1. Every third int from 2 on has the residue 2
 * modulo 3, and every third from -1 down.
 */
public class WholeInts {
  static boolean even;
  static boolean negative;
  static boolean heads;
  static int digit = -1;
  static int low = -1;
  static int index = -1;

  public static void main(String[] args) {
    Random random = new Random();
    even = random.nextInt() % 2 == 0;
    negative = random.nextInt() < 0;
    digit = Math.abs(random.nextInt()) % 10;
    low = random.nextInt() & 3;
    heads = random.nextLong() >= 0;
    index = Math.floorMod(random.nextInt(), 3);
  }
}
