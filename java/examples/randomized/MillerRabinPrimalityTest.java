//@ args: 9 2
//@ label: "wrong" = returned:MillerRabinPrimalityTest.isPrime(int,int)=true
//@ ask: P=? [ F "wrong" ] = 1/16
//@ large: 221 4
//@ source: G. L. Miller, Riemann's hypothesis and tests for primality, STOC 1975; M. O. Rabin, Probabilistic algorithm for testing primality, J. Number Theory 12(1), 1980

import hazard.UniformChoice;

/**
 * Tests whether an odd number is prime by looking for strong witnesses against it.
 *
 * <p>With n - 1 = 2^s d for an odd d, a prime n has a^d = 1 or a^(2^r d) = -1 modulo n for some r below s, for every
 * a from 1 to n - 1. Each trial tests a random a.
 *
 * <p>Property: a composite number is called prime with probability at most 4^-trials. For 9 it is exactly that: 1 and
 * 8 are liars.
 */
public class MillerRabinPrimalityTest {
  static long power(long base, long exponent, long modulus) {
    long result = 1;
    for (long b = base % modulus, e = exponent; e > 0; e /= 2, b = b * b % modulus) {
      if (e % 2 == 1) {
        result = result * b % modulus;
      }
    }
    return result;
  }

  /** Whether {@code a} proves that n is composite. */
  static boolean isWitness(int a, int n) {
    int s = Integer.numberOfTrailingZeros(n - 1);
    long x = power(a, (n - 1) >> s, n);
    if (x == 1 || x == n - 1) {
      return false;
    }
    for (int r = 1; r < s; r++) {
      x = x * x % n;
      if (x == n - 1) {
        return false;
      }
    }
    return true;
  }

  static boolean isPrime(int n, int trials) {
    if (n < 4 || n % 2 == 0) {
      return n == 2 || n == 3;
    }
    for (int i = 0; i < trials; i++) {
      if (isWitness(1 + UniformChoice.make(n - 1), n)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 9;
    int trials = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    System.out.println(n + (isPrime(n, trials) ? " is probably prime" : " is composite"));
  }
}
