//@ args: 20 1000
//@ pse: --target success
//@ expect-value: 31/200
//@ pse: --target success -- 10 1000
//@ expect-value: 7/250
//@ large: 40 1000
//@ source: J. C. Lagarias, The 3x + 1 problem and its generalizations, American Mathematical Monthly 92(1), 1985

import hazard.Symbolic;

/**
 * Halve an even number, take three times an odd one plus one.
 *
 * <p>Success: a number in 1..n reaches 1 within k steps. Arguments: k, n.
 */
public class Collatz {
  static boolean reachesOne(int x, int steps) {
    for (int i = 0; i < steps; i++) {
      if (x == 1) {
        return true;
      }
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    }
    return x == 1;
  }

  public static void main(String[] args) throws Exception {
    int steps = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    int largest = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    assert reachesOne(Symbolic.integer("x", 1, largest), steps);
  }
}
