//@ args: 500
//@ pse: --target success --max
//@ expect-value: 97/101
//@ pse: --target failure --max
//@ expect-value: 1
//@ paths: 504
//@ source: K. Luckow et al., Exact and approximate probabilistic symbolic execution for nondeterministic programs, ASE 2014, Listing 1

import hazard.Nondet;
import hazard.Symbolic;

/**
 * The good schedule is one in a sea of bad ones: after the first test 500 choices must all be right.
 *
 * <p>Success: x below 2, or all choices right and x above 5, of 0..100. Argument: the number of nested choices.
 */
public class Rare {
  public static void main(String[] args) throws Exception {
    int nested = args.length > 0 ? Integer.parseInt(args[0]) : 500;
    int x = Symbolic.integer("x", 0, 100);
    if (Nondet.bool()) {
      if (x < 2) {
        return;
      }
      for (int i = 0; i < nested; i++) {
        if (!Nondet.bool()) {
          throw new AssertionError("a wrong turn");
        }
      }
      if (x > 5) {
        return;
      }
    }
    throw new AssertionError("failure");
  }
}
