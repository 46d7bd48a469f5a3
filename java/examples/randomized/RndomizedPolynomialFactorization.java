//@ args: 7
//@ alias: RandomizedPolynomialFactorization
//@ label: "found" = field:RndomizedPolynomialFactorization.found=3
//@ reward: "attempts" = invoked:RndomizedPolynomialFactorization.split(int[])
//@ ask: P=? [ F "found" ] = 1
//@ ask: R{"attempts"}=? [ F "end" ] = 35/12
//@ large: 101
//@ source: E. R. Berlekamp, Factoring polynomials over large finite fields, Mathematics of Computation 24, 1970

import hazard.UniformChoice;
import java.util.Arrays;

/**
 * Finds the roots of a polynomial over the field with p elements, p an odd prime (the class is spelled as in the list
 * it comes from).
 *
 * <p>The polynomial is a product of different factors x - r. For a random a, the greatest common divisor with (x +
 * a)^((p-1)/2) - 1 collects the factors for which r + a is a square other than 0; with luck it is a proper factor.
 *
 * <p>Property: all roots are found with probability one; the expected number of attempts to split.
 */
public class RndomizedPolynomialFactorization {
  static int found = 0;
  static int p;

  /** Without leading zeros; the constant comes first. */
  static int[] trim(int[] f) {
    int length = f.length;
    while (length > 0 && f[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(f, length);
  }

  static int inverse(int element) {
    int inverse = 1;
    while (element * inverse % p != 1) {
      inverse++;
    }
    return inverse;
  }

  static int[] times(int[] f, int[] g) {
    int[] product = new int[f.length + g.length];
    for (int i = 0; i < f.length; i++) {
      for (int j = 0; j < g.length; j++) {
        product[i + j] = (product[i + j] + f[i] * g[j]) % p;
      }
    }
    return trim(product);
  }

  /** Divides f by g: the quotient if wanted, otherwise the remainder. */
  static int[] divide(int[] f, int[] g, boolean quotientWanted) {
    int[] rest = f.clone();
    int[] quotient = new int[Math.max(f.length - g.length + 1, 0)];
    int inverse = inverse(g[g.length - 1]);
    for (int shift = quotient.length - 1; shift >= 0; shift--) {
      int factor = rest[shift + g.length - 1] * inverse % p;
      quotient[shift] = factor;
      for (int i = 0; i < g.length; i++) {
        rest[shift + i] = Math.floorMod(rest[shift + i] - factor * g[i], p);
      }
    }
    return trim(quotientWanted ? quotient : rest);
  }

  static int[] gcd(int[] f, int[] g) {
    return g.length == 0 ? f : gcd(g, divide(f, g, false));
  }

  /** A divisor of f from a random a: (x + a)^((p-1)/2) - 1 modulo f, then the greatest common divisor. */
  static int[] split(int[] f) {
    int[] base = {UniformChoice.make(p), 1};
    int[] power = {1};
    for (int i = 0; i < (p - 1) / 2; i++) {
      power = divide(times(power, base), f, false);
    }
    int[] shifted = Arrays.copyOf(power, Math.max(power.length, 1));
    shifted[0] = (shifted[0] + p - 1) % p;
    return gcd(f, trim(shifted));
  }

  static void findRoots(int[] f) {
    if (f.length == 2) {
      int root = (p - f[0]) * inverse(f[1]) % p;
      System.out.println("root " + root);
      found++;
    } else if (f.length > 2) {
      int[] divisor;
      do {
        divisor = split(f);
      } while (divisor.length == 1 || divisor.length == f.length);
      findRoots(divisor);
      findRoots(divide(f, divisor, true));
    }
  }

  public static void main(String[] args) {
    p = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    int[] f = {1};
    for (int root : new int[] {1, 3, 4}) {
      f = times(f, new int[] {p - root, 1});
    }
    findRoots(f);
  }
}
