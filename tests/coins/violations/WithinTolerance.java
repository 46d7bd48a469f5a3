//@ expect: holds

import hazard.Choice;

/** Three times 0.3333333333 is one within 1e-9: no violation. */
public class WithinTolerance {
  static int pick() {
    return Choice.make(new double[] {0.3333333333, 0.3333333333, 0.3333333333});
  }

  public static void main(String[] args) {
    System.out.println(pick());
  }
}
