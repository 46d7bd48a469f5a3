//@ args:
//@ label: "coprime" = field:NextIntRange.coprime=true
//@ ask: P=? [ F "coprime" ] = 91/144

import java.util.Random;

/** Two numbers from 1 to 12, by nextInt(origin, bound), have no common divisor. */
public class NextIntRange {
  static boolean coprime = false;

  static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  public static void main(String[] args) {
    Random random = new Random();
    int a = random.nextInt(1, 13);
    int b = random.nextInt(1, 13);
    if (gcd(a, b) == 1) {
      coprime = true;
    }
  }
}
