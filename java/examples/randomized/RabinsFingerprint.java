//@ args: 4
//@ label: "wrong" = returned:RabinsFingerprint.areEqual(int,int,int)=true
//@ reward: "tries" = invoked:RabinsFingerprint.isIrreducible(int)
//@ ask: P=? [ F "wrong" ] = 1/3
//@ ask: R{"tries"}=? [ F "end" ] = 8/3
//@ large: 8
//@ source: M. O. Rabin, Fingerprinting by random polynomials, Harvard University TR-15-81, 1981

import hazard.UniformChoice;

/**
 * Compares two words by their fingerprints: as polynomials over the field with two elements, modulo a random
 * irreducible polynomial of the given degree. A polynomial is an int, bit i being the coefficient of x^i.
 *
 * <p>Property: different words are called equal with the probability that the irreducible polynomial divides their
 * difference. These differ by (x^4 + x + 1)(x^3 + x^2 + 1), and there are three irreducible polynomials of degree four.
 */
public class RabinsFingerprint {
  static int degree(int polynomial) {
    return 31 - Integer.numberOfLeadingZeros(polynomial);
  }

  static int remainder(int polynomial, int modulus) {
    int rest = polynomial;
    while (rest != 0 && degree(rest) >= degree(modulus)) {
      rest ^= modulus << (degree(rest) - degree(modulus));
    }
    return rest;
  }

  static boolean isIrreducible(int polynomial) {
    for (int divisor = 2; 2 * degree(divisor) <= degree(polynomial); divisor++) {
      if (remainder(polynomial, divisor) == 0) {
        return false;
      }
    }
    return true;
  }

  /** A random irreducible polynomial, by trying random polynomials with a constant term. */
  static int irreducible(int degree) {
    int polynomial;
    do {
      polynomial = 1 << degree | UniformChoice.make(1 << (degree - 1)) << 1 | 1;
    } while (!isIrreducible(polynomial));
    return polynomial;
  }

  static boolean areEqual(int word, int other, int degree) {
    int modulus = irreducible(degree);
    return remainder(word, modulus) == remainder(other, modulus);
  }

  public static void main(String[] args) {
    int degree = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int word = 0b1011010011;
    int other = word ^ 0b11000111;
    System.out.println(areEqual(word, other, degree) ? "probably equal" : "different");
  }
}
