//@ args:
//@ label: "negative" = returned:NextGaussian.isNegative(java.util.Random)=true
//@ label: "tall" = returned:NextGaussian.isTall(java.util.Random)=true
//@ ask: P=? [ F "negative" ] = 1/2
//@ ask: P=? [ F "tall" ] = 0.02275013194817922

import java.util.Random;

/** A normal number compared with constants: half of them are negative, and 2.28 % lie two deviations above the mean. */
public class NextGaussian {
  static boolean isNegative(Random random) {
    return random.nextGaussian() < 0;
  }

  static boolean isTall(Random random) {
    return 170 + 10 * random.nextGaussian() > 190;
  }

  public static void main(String[] args) {
    Random random = new Random();
    System.out.println(isNegative(random) + " " + isTall(random));
  }
}
