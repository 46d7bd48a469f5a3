//@ pse: --target success --max
//@ expect-value: 9/10
//@ pse: --target success --min
//@ expect-value: 3/10
//@ source: K. Luckow et al., Exact and approximate probabilistic symbolic execution for nondeterministic programs, ASE 2014, Figure 2

import hazard.Nondet;
import hazard.Symbolic;

/**
 * The input is tested before a task is chosen: a scheduler that may look at the outcome reaches 0.9, while choosing the first
 * task always gives 0.4 and the second always 0.8.
 */
public class Example2 {
  static void firstTask(int x) {
    assert x <= 40;
  }

  static void secondTask(int x) {
    assert x > 20;
  }

  public static void main(String[] args) throws Exception {
    int x = Symbolic.integer("x", 1, 100);
    if (x <= 50) {
      if (Nondet.bool()) {
        firstTask(x);
      } else {
        secondTask(x);
      }
    } else {
      if (Nondet.bool()) {
        firstTask(x);
      } else {
        secondTask(x);
      }
    }
  }
}
