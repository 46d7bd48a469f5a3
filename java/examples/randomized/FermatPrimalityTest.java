//@ args: 15 2
//@ label: "wrong" = returned:FermatPrimalityTest.isPrime(int,int)=true
//@ ask: P=? [ F "wrong" ] = 4/49
//@ large: 561 5
//@ source: A. J. Menezes, P. C. van Oorschot and S. A. Vanstone, Handbook of applied cryptography, Algorithm 4.9

import hazard.UniformChoice;

/**
 * Tests whether a number is prime by Fermat's little theorem.
 *
 * <p>If n is prime then a^(n-1) = 1 modulo n for every a from 1 to n - 1. Each trial tests a random a.
 *
 * <p>Property: a composite number is called prime with the probability that all trials draw liars. Of the numbers
 * below 15 there are four: 1, 4, 11 and 14. For a Carmichael number such as 561 most are.
 */
public class FermatPrimalityTest {
  static long power(long base, long exponent, long modulus) {
    long result = 1;
    for (long b = base % modulus, e = exponent; e > 0; e /= 2, b = b * b % modulus) {
      if (e % 2 == 1) {
        result = result * b % modulus;
      }
    }
    return result;
  }

  static boolean isPrime(int n, int trials) {
    if (n < 4) {
      return n > 1;
    }
    for (int i = 0; i < trials; i++) {
      int a = 1 + UniformChoice.make(n - 1);
      if (power(a, n - 1, n) != 1) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 15;
    int trials = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    System.out.println(n + (isPrime(n, trials) ? " is probably prime" : " is composite"));
  }
}
