//@ pse: --target success --max
//@ expect-value: 3/5
//@ pse: --target success --min
//@ expect-value: 1/2
//@ pse: --target failure --max
//@ expect-value: 1/2
//@ source: K. Luckow, C. S. Pasareanu, M. B. Dwyer, A. Filieri and W. Visser, Exact and approximate probabilistic symbolic execution for nondeterministic programs, ASE 2014, Figure 1

import hazard.Nondet;
import hazard.Symbolic;

/**
 * Two nested choices before one test of the input, 1..100: the right ones lead to the test that most inputs pass.
 *
 * <p>Learning by averages fails here: the two subtrees of the first choice look alike (0.55) until the second is resolved.
 */
public class Example1 {
  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 1, 100);
    if (Nondet.bool()) {
      if (Nondet.bool()) {
        assert x <= 60;
      } else {
        assert x <= 50;
      }
    } else {
      assert x <= 55;
    }
  }
}
