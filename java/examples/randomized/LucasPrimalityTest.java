//@ args: 11 3
//@ label: "wrong" = returned:LucasPrimalityTest.isPrime(int,int)=false
//@ ask: P=? [ F "wrong" ] = 27/125
//@ large: 1009 6
//@ source: E. Lucas, Theorie des fonctions numeriques simplement periodiques, Amer. J. Mathematics 1, 1878; D. H. Lehmer, 1927

import hazard.UniformChoice;

/**
 * Proves a number n prime by finding an element of order n - 1, given the prime factors of n - 1.
 *
 * <p>Property: unlike the other tests here this one is never wrong about "prime"; a prime is called composite with
 * the probability that no trial draws one of its phi(n - 1) primitive roots.
 */
public class LucasPrimalityTest {
  static int power(int base, int exponent, int modulus) {
    long result = 1;
    for (int i = 0; i < exponent; i++) {
      result = result * base % modulus;
    }
    return (int) result;
  }

  /** Whether no power (n - 1)/q of the element is 1, for the prime factors q of n - 1. */
  static boolean hasFullOrder(int element, int n) {
    int rest = n - 1;
    for (int q = 2; q <= rest; q++) {
      if (rest % q == 0) {
        if (power(element, (n - 1) / q, n) == 1) {
          return false;
        }
        while (rest % q == 0) {
          rest /= q;
        }
      }
    }
    return true;
  }

  static boolean isPrime(int n, int trials) {
    for (int i = 0; i < trials; i++) {
      int a = 1 + UniformChoice.make(n - 1);
      if (power(a, n - 1, n) != 1) {
        return false;
      }
      if (hasFullOrder(a, n)) {
        return true;
      }
    }
    return false;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 11;
    int trials = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    System.out.println(n + (isPrime(n, trials) ? " is prime" : " may be composite"));
  }
}
