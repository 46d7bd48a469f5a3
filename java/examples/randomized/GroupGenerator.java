//@ args: 11
//@ label: "seven" = returned:GroupGenerator.generator(int)=7
//@ reward: "tries" = invoked:GroupGenerator.isGenerator(int,int)
//@ ask: P=? [ F "seven" ] = 1/4
//@ ask: R{"tries"}=? [ F "end" ] = 5/2
//@ large: 1009
//@ source: R. Motwani and P. Raghavan, Randomized algorithms, Section 14.2

import java.util.Random;

/**
 * Finds a generator of the multiplicative group modulo a prime p by trying random elements. The coins are those of
 * {@code java.util.Random}.
 *
 * <p>An element generates the group if none of its powers (p - 1)/q is 1, for the prime factors q of p - 1.
 *
 * <p>Property: each of the phi(p - 1) generators is equally likely; expected are (p - 1) / phi(p - 1) tries.
 */
public class GroupGenerator {
  private static final Random random = new Random();

  static int power(int base, int exponent, int modulus) {
    long result = 1;
    for (int i = 0; i < exponent; i++) {
      result = result * base % modulus;
    }
    return (int) result;
  }

  static boolean isGenerator(int element, int p) {
    int rest = p - 1;
    for (int q = 2; q <= rest; q++) {
      if (rest % q == 0) {
        if (power(element, (p - 1) / q, p) == 1) {
          return false;
        }
        while (rest % q == 0) {
          rest /= q;
        }
      }
    }
    return true;
  }

  static int generator(int p) {
    int element;
    do {
      element = 1 + random.nextInt(p - 1);
    } while (!isGenerator(element, p));
    return element;
  }

  public static void main(String[] args) {
    int p = args.length > 0 ? Integer.parseInt(args[0]) : 11;
    System.out.println(generator(p) + " generates the group modulo " + p);
  }
}
