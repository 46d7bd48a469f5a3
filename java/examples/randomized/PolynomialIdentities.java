//@ args: 10 2
//@ label: "wrong" = returned:PolynomialIdentities.areEqual(int[],int[],int,int)=true
//@ ask: P=? [ F "wrong" ] = 1/25
//@ large: 1000 3
//@ source: R. Freivalds, IFIP Congress 1977; R. Zippel, Probabilistic algorithms for sparse polynomials, 1979; J. T. Schwartz, Fast probabilistic algorithms for verification of polynomial identities, J. ACM 27(4), 1980

import hazard.UniformChoice;

/**
 * Tests whether two polynomials are equal, one given as a product of factors x - r, the other by its coefficients, by
 * evaluating both at random points.
 *
 * <p>Property: different polynomials agree at no more points than their degree. These differ by (x - 2)(x - 5), so
 * they agree at 2 of the points 0 to range - 1 if the range is at least six.
 */
public class PolynomialIdentities {
  /** The product of x - r over the roots. */
  static long product(int[] roots, int x) {
    long value = 1;
    for (int root : roots) {
      value *= x - root;
    }
    return value;
  }

  /** The polynomial with the given coefficients, the constant first, by Horner's rule. */
  static long horner(int[] coefficients, int x) {
    long value = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      value = value * x + coefficients[i];
    }
    return value;
  }

  static boolean areEqual(int[] roots, int[] coefficients, int range, int trials) {
    for (int trial = 0; trial < trials; trial++) {
      int x = UniformChoice.make(range);
      if (product(roots, x) != horner(coefficients, x)) {
        return false;
      }
    }
    return true;
  }

  public static void main(String[] args) {
    int range = args.length > 0 ? Integer.parseInt(args[0]) : 10;
    int trials = args.length > 1 ? Integer.parseInt(args[1]) : 2;
    int[] roots = {1, 3, 4};
    // (x - 1)(x - 3)(x - 4) = x^3 - 8x^2 + 19x - 12, plus x^2 - 7x + 10
    int[] coefficients = {-2, 12, -7, 1};
    System.out.println(areEqual(roots, coefficients, range, trials) ? "probably equal" : "different");
  }
}
