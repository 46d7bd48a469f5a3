//@ args: 35
//@ label: "failed" = returned:PollardsIntegerFactorization.isProper(int,int)=false
//@ label: "smaller" = returned:PollardsIntegerFactorization.isSmaller(int,int)=true
//@ ask: P=? [ F "failed" ] = 87/280
//@ ask: P=? [ F "smaller" ] = 237/560
//@ large: 143
//@ source: J. M. Pollard, A Monte Carlo method for factorization, BIT 15(3), 1975

import hazard.UniformChoice;

/**
 * Finds a factor of a composite number n by following x -> x^2 + c modulo n from a random x, for a random c.
 *
 * <p>A slow and a fast runner meet modulo a prime factor of n, usually before they meet modulo n; then their
 * difference and n have that factor in common.
 *
 * <p>Property: the probability that one attempt fails, which is returning n itself.
 */
public class PollardsIntegerFactorization {
  static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  static int factor(int n) {
    int slow = UniformChoice.make(n);
    // c = 0 and c = -2 make bad generators.
    int c = 1 + UniformChoice.make(n - 3);
    int fast = slow;
    int divisor = 1;
    while (divisor == 1) {
      slow = (slow * slow + c) % n;
      fast = (fast * fast + c) % n;
      fast = (fast * fast + c) % n;
      divisor = gcd(Math.abs(slow - fast), n);
    }
    return divisor;
  }

  static boolean isProper(int factor, int n) {
    return factor < n;
  }

  /** Whether the factor is the smaller one of two. */
  static boolean isSmaller(int factor, int n) {
    return factor < n / factor;
  }

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 35;
    int factor = factor(n);
    if (isProper(factor, n)) {
      System.out.println(n + " = " + factor + " * " + n / factor + (isSmaller(factor, n) ? "" : ", the larger first"));
    } else {
      System.out.println("failed");
    }
  }
}
