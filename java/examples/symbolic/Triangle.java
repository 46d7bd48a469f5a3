//@ args: scalene 100
//@ pse: --target success
//@ expect-value: 1911/4000
//@ pse: --target success -- isosceles 100
//@ expect-value: 111/5000
//@ pse: --target success -- equilateral 100
//@ expect-value: 1/10000
//@ pse: --target success -- none 100
//@ expect-value: 9999/20000
//@ source: G. J. Myers, The Art of Software Testing, Wiley 1979, chapter 1

import hazard.Symbolic;

/**
 * Classifies a triangle by its sides.
 *
 * <p>Success: three sides, uniform in 1..n, make a triangle of the kind asked for. Arguments: none, equilateral, isosceles or
 * scalene; n.
 */
public class Triangle {
  static String classify(int a, int b, int c) {
    if (a >= b + c || b >= a + c || c >= a + b) {
      return "none";
    }
    if (a == b && b == c) {
      return "equilateral";
    }
    return a == b || b == c || a == c ? "isosceles" : "scalene";
  }

  public static void main(String[] args) throws Exception {
    String kind = args.length > 0 ? args[0] : "scalene";
    int longest = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    int a = Symbolic.integer("a", 1, longest);
    int b = Symbolic.integer("b", 1, longest);
    int c = Symbolic.integer("c", 1, longest);
    assert classify(a, b, c).equals(kind);
  }
}
