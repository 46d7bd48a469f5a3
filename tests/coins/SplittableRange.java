//@ args:
//@ label: "positive" = field:SplittableRange.positive=true
//@ ask: P=? [ F "positive" ] = 3/10

import java.util.SplittableRandom;

/** Ranges that start below zero: of the 20 pairs from -2 to 2 and from -2 to 1, six have a positive product. */
public class SplittableRange {
  static boolean positive = false;

  public static void main(String[] args) {
    SplittableRandom random = new SplittableRandom();
    int product = random.nextInt(-2, 3) * random.nextInt(-2, 2);
    if (product > 0) {
      positive = true;
    }
  }
}
