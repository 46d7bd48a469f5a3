//@ args: 15 2
//@ label: "wrong" = returned:SolovayStrassenPrimalityTest.isPrime(int,int)=true
//@ ask: P=? [ F "wrong" ] = 1/49
//@ large: 561 4
//@ source: R. M. Solovay and V. Strassen, A fast Monte-Carlo test for primality, SIAM J. Computing 6(1), 1977

import hazard.UniformChoice;

/**
 * Tests whether an odd number is prime by Euler's criterion.
 *
 * <p>If n is prime then a^((n-1)/2) is the Jacobi symbol of a and n, modulo n. Each trial tests a random a.
 *
 * <p>Property: a composite number is called prime with probability at most 2^-trials.
 */
public class SolovayStrassenPrimalityTest {
  static long power(long base, long exponent, long modulus) {
    long result = 1;
    for (long b = base % modulus, e = exponent; e > 0; e /= 2, b = b * b % modulus) {
      if (e % 2 == 1) {
        result = result * b % modulus;
      }
    }
    return result;
  }

  /** The Jacobi symbol by quadratic reciprocity. */
  static int jacobi(int a, int n) {
    int symbol = 1;
    while (a != 0) {
      while (a % 2 == 0) {
        a /= 2;
        if (n % 8 == 3 || n % 8 == 5) {
          symbol = -symbol;
        }
      }
      int rest = n % a;
      if (a % 4 == 3 && n % 4 == 3) {
        symbol = -symbol;
      }
      n = a;
      a = rest;
    }
    return n == 1 ? symbol : 0;
  }

  static boolean isPrime(int n, int trials) {
    if (n < 4 || n % 2 == 0) {
      return n == 2 || n == 3;
    }
    for (int i = 0; i < trials; i++) {
      int a = 1 + UniformChoice.make(n - 1);
      int symbol = jacobi(a, n);
      if (symbol == 0 || power(a, (n - 1) / 2, n) != Math.floorMod(symbol, n)) {
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
