//@ args:
//@ label: "thrown" = thrown:java.lang.IllegalStateException
//@ label: "survived" = invoked:CaughtException.survived()
//@ ask: P=? [ F "thrown" ] = 7/16
//@ ask: P=? [ F "survived" ] = 1

import hazard.Choice;

/** An exception thrown with probability 1/4 each in two tries, and caught. */
public class CaughtException {
  static void survived() {}

  static void risk() {
    if (Choice.make(new double[] {0.25, 0.75}) == 0) {
      throw new IllegalStateException("unlucky");
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 2; i++) {
      try {
        risk();
      } catch (IllegalStateException unlucky) {
        System.out.println(unlucky.getMessage());
      }
    }
    survived();
  }
}
