//@ check: --property exit --all-errors
//@ expect: exit
//@ violations: 2
//@ message: the program ends with status 2

import hazard.Nondet;

/** Four ends: two with status zero, and two kinds of failure. An exception that leaves a thread is none of them. */
public class FailingExit {
  public static void main(String[] args) {
    switch (Nondet.choose(0, 4)) {
      case 0 -> System.exit(0);
      case 1 -> System.exit(2);
      case 2 -> Runtime.getRuntime().exit(3);
      case 3 -> throw new IllegalStateException("not asked for");
      default -> {}
    }
  }
}
