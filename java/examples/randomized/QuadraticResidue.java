//@ args: 17 13
//@ label: "eight" = returned:QuadraticResidue.squareRoot(int,int)=8
//@ reward: "tries" = invoked:QuadraticResidue.isResidue(int,int)
//@ ask: P=? [ F "eight" ] = 1/2
//@ ask: R{"tries"}=? [ F "end" ] = 2
//@ large: 1009 2
//@ source: L. Adleman, K. Manders and G. L. Miller, On taking roots in finite fields, FOCS 1977

import hazard.UniformChoice;

/**
 * Finds a square root of a number modulo an odd prime p.
 *
 * <p>The only random part is finding a number that is not a square: half of the numbers from 1 to p - 1 are not, but
 * nobody knows how to find one for sure.
 *
 * <p>Property: expected are two tries; which of the two roots comes out depends on the draw.
 */
public class QuadraticResidue {
  static int power(int base, int exponent, int p) {
    long result = 1;
    for (int i = 0; i < exponent; i++) {
      result = result * base % p;
    }
    return (int) result;
  }

  static boolean isResidue(int a, int p) {
    return power(a, (p - 1) / 2, p) == 1;
  }

  static int nonResidue(int p) {
    int z;
    do {
      z = 1 + UniformChoice.make(p - 1);
    } while (isResidue(z, p));
    return z;
  }

  /** A root of a, which must be a square modulo p. */
  static int squareRoot(int a, int p) {
    int twos = Integer.numberOfTrailingZeros(p - 1);
    int odd = (p - 1) >> twos;
    int generator = power(nonResidue(p), odd, p);
    int root = power(a, (odd + 1) / 2, p);
    int error = power(a, odd, p);
    // Invariant: root^2 = a * error, and the order of error is a power of two below that of generator.
    while (error != 1) {
      int order = 0;
      for (int e = error; e != 1; e = e * e % p) {
        order++;
      }
      int factor = power(generator, 1 << (twos - order - 1), p);
      root = root * factor % p;
      generator = factor * factor % p;
      error = error * generator % p;
      twos = order;
    }
    return root;
  }

  public static void main(String[] args) {
    int p = args.length > 0 ? Integer.parseInt(args[0]) : 17;
    int a = args.length > 1 ? Integer.parseInt(args[1]) : 13;
    System.out.println(squareRoot(a, p) + " squared is " + a + " modulo " + p);
  }
}
